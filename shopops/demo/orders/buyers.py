"""Who buys at Northline and Southline. Every one of them is made up."""

from typing import Any

from shopops.agents.records import Address, Channel, Customer
from shopops.demo.orders.till import Buyer


def buyer(number: int, name: str, address: tuple[str, str, str, str], **known: Any) -> Buyer:
    """Prefers mail and has not opted out, unless `known` says otherwise.

    `address`: country, street, city, postcode. A language is there only where one was told.
    """
    country, street, city, postcode = address
    told: dict[str, Any] = {
        "email": f"{name.split(maxsplit=1)[0].lower()}@example.com",
        "preferred_channel": Channel.EMAIL,
        "opted_out": False,
    }
    return Buyer(
        Customer(id=f"C-{number}", name=name, **(told | known)),
        Address(country=country, name=name, lines=(street,), city=city, postcode=postcode),
    )


# Puerto Rico has two languages, so none is guessed from it.
NOOR = buyer(301, "Noor Castellan", ("PR", "Calle del Faro 12", "San Juan", "00901"))
DOV = buyer(302, "Dov Marchetti", ("US", "418 Alder Street", "Portland", "97205"))
PRIYA = buyer(
    303, "Priya Lindgren", ("US", "77 Ocotillo Road", "Tucson", "85701"), accepts_marketing=False
)
WALT = buyer(304, "Walt Okonjo", ("US", "9 Harbor Steps", "Duluth", "55802"), language="en")
BEA = buyer(305, "Bea Sorrel", ("US", "230 Factors Lane", "Savannah", "31401"), language="en")
RHYS = buyer(306, "Rhys Amador", ("US", "56 Sawtooth Way", "Boise", "83702"))
MATHILDE = buyer(
    311, "Mathilde Roux", ("FR", "8 rue des Tisserands", "Lyon", "69001"), language="fr"
)
JASPER = buyer(312, "Jasper van Dril", ("NL", "Werfkade 31", "Utrecht", "3511 LB"), language="nl")
AILBHE = buyer(313, "Ailbhe Garrity", ("IE", "4 Quay Terrace", "Cork", "T12 X0A1"), language="en")
OSKAR = buyer(314, "Oskar Lundmark", ("SE", "Kajgatan 19", "Malmö", "211 20"))
KATRIN = buyer(315, "Katrin Vogelsang", ("DE", "Speicherweg 6", "Bremen", "28195"), language="de")
LOTTE = buyer(316, "Lotte Maes", ("BE", "Korenpad 22", "Gent", "9000"), language="nl")
HARUKA = buyer(
    321, "Haruka Nishibori", ("JP", "Nagamachi 2-5", "Kanazawa", "920-0865"), language="ja"
)
KENTA = buyer(322, "Kenta Moriyama", ("JP", "Kita 3-jo 7-1", "Sapporo", "060-0003"))
DALAL = buyer(331, "Dalal Al-Sabt", ("KW", "Block 4, Street 12, House 9", "Hawalli", "32004"))
FAISAL = buyer(
    332, "Faisal Buhamad", ("KW", "Block 2, Street 7, House 41", "Salmiya", "22003"), language="ar"
)

# Whose orders were settled weeks ago.
INES = buyer(341, "Ines Holloway", ("US", "15 Granite Street", "Bangor", "04401"), language="en")
CAL = buyer(342, "Cal Brightwater", ("US", "602 Prairie Avenue", "Fargo", "58102"), language="en")
RUTH = buyer(343, "Ruth Tavares", ("US", "31 Mission Walk", "Tucson", "85705"), language="en")
ODILE = buyer(344, "Odile Vasseur", ("FR", "3 quai Duguay", "Nantes", "44000"), language="fr")
PIET = buyer(345, "Piet Hoekstra", ("NL", "Lange Dijk 8", "Groningen", "9711 AB"), language="nl")
SAYO = buyer(346, "Sayo Kuramoto", ("JP", "Teramachi 4-11", "Kanazawa", "921-8033"), language="ja")
NADIA = buyer(347, "Nadia Al-Hamad", ("KW", "Block 9, Street 3, House 5", "Fahaheel", "64001"))
