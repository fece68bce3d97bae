"""The proposed steps as choices: alternatives exclude each other, the rest stands alone."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec
from django.utils.translation import gettext as _

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.records import ClaimKind
from shopops.agents.resolution.codes import Outline
from shopops.outreach.settled import REMEDIES, settled
from shopops.outreach.settled import Choice as Choosing
from shopops.policy.verdicts import Outcome, Verdict
from shopops.review.words.actions import amount, short, subtitle, title

WANTED: Mapping[str, ActionKind] = {
    ClaimKind.CHOICE_RESHIP: ActionKind.PROPOSE_RESHIP,
    ClaimKind.CHOICE_REFUND: ActionKind.PROPOSE_REFUND,
}


@dataclass(frozen=True, slots=True)
class Option:
    """Actions that are approved together. `value` is what the form sends: "1" or "3-4"."""

    value: str
    indexes: list[int]
    title: str
    short: str
    subtitle: str
    amount: str
    evidence: list[str]
    outcome: str
    checked: bool
    approved: bool = False
    mail: bool = False

    @property
    def denied(self) -> bool:
        return self.outcome == Outcome.DENY


@dataclass(frozen=True, slots=True)
class Choice:
    """At most one of these. `neither`: that none of them is what is chosen. `mail_asks`: the mail
    then asks the customer."""

    name: str
    about: str
    options: list[Option]
    neither: bool = False
    mail_asks: bool = False


@dataclass(frozen=True, slots=True)
class Proposed:
    choices: list[Choice]
    alone: list[Option]  # each may be taken or left
    by_person: list[Option]  # nothing to approve

    @property
    def offered(self) -> list[Option]:
        return [*(one for choice in self.choices for one in choice.options), *self.alone]

    @property
    def approvable(self) -> bool:
        return any(not option.denied for option in self.offered)

    @property
    def checked(self) -> list[int]:
        """The actions that are chosen on the page."""
        return [index for one in self.offered if one.checked for index in one.indexes]

    @property
    def chosen(self) -> list[int]:
        """The actions that were approved; before that, those that are chosen on the page."""
        taken = [one for one in self.offered if one.approved]
        return [
            index
            for one in taken or self.offered
            if one.approved or one.checked
            for index in one.indexes
        ]


def proposed(
    actions: Sequence[Action],
    verdicts: Mapping[int, Verdict],
    pack: Pack,
    edited: Collection[int] = (),
) -> Proposed:
    """`edited`: the alternatives that somebody changed, by index."""
    choices: list[Choice] = []
    alone: list[Option] = []
    by_person: list[Option] = []
    for members in _grouped(actions):
        kinds = _by_kind(members, actions)
        options = [_option(indexes, actions, verdicts, pack) for indexes in kinds.values()]
        if ActionKind.AWAIT_HUMAN in kinds:
            by_person += options
        elif len(kinds) > 1:
            wanted = _of_edit(kinds, edited) or _of_wish(kinds, pack)
            choices.append(_choice(len(choices), actions[members[0]], options, wanted))
        else:
            alone += options
    if len(choices) == 1 and not REMEDIES & {actions[i].kind for one in alone for i in one.indexes}:
        asks = any(_asks(actions[i]) for one in alone if not one.denied for i in one.indexes)
        choices = [replace(choices[0], mail_asks=asks)]
    return Proposed(choices, alone, by_person)


def _asks(action: Action) -> bool:
    return action.kind is ActionKind.DRAFT_EMAIL and Outline.RESHIP_OR_REFUND in action.body_outline


def _grouped(actions: Sequence[Action]) -> list[list[int]]:
    groups: dict[str, list[int]] = defaultdict(list)
    for index, action in enumerate(actions):
        groups[action.alternative or f"#{index}"].append(index)
    return list(groups.values())


def _by_kind(members: list[int], actions: Sequence[Action]) -> dict[ActionKind, list[int]]:
    kinds: dict[ActionKind, list[int]] = defaultdict(list)
    for index in members:
        kinds[actions[index].kind].append(index)
    return kinds


def _option(
    indexes: list[int], actions: Sequence[Action], verdicts: Mapping[int, Verdict], pack: Pack
) -> Option:
    together = [actions[index] for index in indexes]
    outcomes = [verdicts[index].outcome for index in indexes if index in verdicts]
    outcome = max(outcomes, key=list(Outcome).index, default=Outcome.NEEDS_APPROVAL)
    evidence = dict.fromkeys(found for action in together for found in action.evidence_ids)
    return Option(
        value="-".join(map(str, indexes)),
        indexes=indexes,
        title=title(together[0].kind),
        short=short(together[0].kind),
        subtitle=subtitle(together, pack),
        amount=amount(together),
        evidence=list(evidence),
        outcome=str(outcome),
        checked=outcome is not Outcome.DENY,
        mail=together[0].kind is ActionKind.DRAFT_EMAIL,
    )


def _of_edit(kinds: Mapping[ActionKind, list[int]], edited: Collection[int]) -> list[int]:
    """The actions of the remedy that somebody changed: that is the one they mean."""
    found = (indexes for indexes in kinds.values() if set(indexes) & set(edited))
    return next(found, [])


def _of_wish(kinds: Mapping[ActionKind, list[int]], pack: Pack) -> list[int]:
    """The actions of the remedy that the customer asked for."""
    said = pack.fields.get("customer_choice")
    wanted = WANTED.get(str(said.value)) if said else None
    return kinds.get(wanted, []) if wanted else []


def _choice(number: int, first: Action, options: list[Option], wanted: list[int]) -> Choice:
    """What somebody changed, or else the customer wants, is preselected if policy allows it; else
    the first that it allows."""
    allowed = [option for option in options if not option.denied]
    by_wish = [option for option in allowed if option.indexes == wanted]
    picked = next(iter(by_wish or allowed), None)
    parcels = ", ".join(first.shipment_ids)
    about = _("Parcel {id}").format(id=parcels) if parcels else _("One of these")
    checked = [replace(option, checked=option is picked) for option in options]
    return Choice(f"choice-{number}", about, checked)


def only(all_of_it: Proposed, chosen: Collection[int]) -> Proposed:
    """What a first of two approvers chose: the second approves the same, or rejects."""

    def kept(options: list[Option]) -> list[Option]:
        return [replace(one, checked=True) for one in options if set(one.indexes) <= set(chosen)]

    choices = [replace(choice, options=kept(choice.options)) for choice in all_of_it.choices]
    return Proposed(
        [choice for choice in choices if choice.options], kept(all_of_it.alone), all_of_it.by_person
    )


def as_chosen(all_of_it: Proposed, values: Collection[str]) -> Proposed:
    """With what somebody chose; `values`: as the form sends them. Nothing forbidden is chosen."""

    def checked(options: list[Option]) -> list[Option]:
        return [replace(one, checked=one.value in values and not one.denied) for one in options]

    choices = [
        replace(choice, options=options, neither=not any(one.checked for one in options))
        for choice in all_of_it.choices
        for options in [checked(choice.options)]
    ]
    return Proposed(choices, checked(all_of_it.alone), all_of_it.by_person)


def as_said(all_of_it: Proposed, actions: Sequence[Action], pack: Pack) -> Proposed:
    """With the line of each mail telling what it says once just what is chosen happens."""
    choice = Choosing(offered=actions, indexes=all_of_it.chosen)

    def told(options: list[Option]) -> list[Option]:
        return [_told(one, actions, pack, choice) if one.mail else one for one in options]

    choices = [replace(one, options=told(one.options)) for one in all_of_it.choices]
    return Proposed(choices, told(all_of_it.alone), all_of_it.by_person)


def _told(option: Option, actions: Sequence[Action], pack: Pack, choice: Choosing) -> Option:
    together = [
        msgspec.structs.replace(one, body_outline=settled(one.body_outline, choice, pack.money))
        for one in (actions[index] for index in option.indexes)
    ]
    return replace(option, subtitle=subtitle(together, pack))


def marked(all_of_it: Proposed, chosen: Collection[int]) -> Proposed:
    """Everything that was offered, and what of it was approved."""

    def told(options: list[Option]) -> list[Option]:
        return [replace(one, approved=set(one.indexes) <= set(chosen)) for one in options]

    return Proposed(
        [replace(choice, options=told(choice.options)) for choice in all_of_it.choices],
        told(all_of_it.alone),
        all_of_it.by_person,
    )
