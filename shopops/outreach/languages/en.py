"""English."""

from shopops.outreach.phrases import OTHER, Phrases

ENGLISH = Phrases(
    locale="en",
    date="d MMMM y",
    separators=(",", "."),
    hello="Hello {name},",
    hello_nobody="Hello,",
    fallback="We have no wording in your language yet, so we are writing in English.",
    about="This is about your order {number}.",
    last_scan="The last scan by {carrier} was on {date}.",
    last_scan_nobody="The carrier’s last scan was on {date}.",
    apologies={
        "stalled": "Your parcel is not moving as it should, and we are sorry about that.",
        "return_to_sender": "Your parcel is coming back to us, and we are sorry about that.",
        "pickup_late": "Your parcel is waiting for you at the pickup point.",
        "pre_transit_late": (
            "Your parcel was not handed to the carrier in time, and we are sorry about that."
        ),
        "failed": "The carrier could not deliver your parcel, and we are sorry about that.",
        "attempted_twice": (
            "The carrier tried to deliver your parcel without success, and we are sorry about that."
        ),
        "no_data_past_eta": (
            "Your parcel should have arrived, and the carrier gives us no news of it. "
            "We are sorry about that."
        ),
        OTHER: "Something went wrong with your parcel, and we are sorry about that.",
    },
    points={
        "confirm_address": "Please confirm your delivery address before anything is sent again.",
        "reship_or_refund_options": (
            "You can choose: we send the goods again, or you get your money back. "
            "Just answer this mail."
        ),
        "reship_option": "We can send the goods again. Just answer this mail.",
        "refund_option": "We can refund you. Just answer this mail.",
        "store_credit_option": "We can give you store credit instead. Just answer this mail.",
        "resend_access": "You get access to your download again.",
        "refund_pending": "A refund is on its way to you.",
        "order_cancelled": "Your order is cancelled.",
        "refund_of_remainder": (
            "We are refunding the rest of your payment to the payment method you used."
        ),
        "refund_completed": "We have refunded you to the payment method you used.",
        "status_not_shipped": "Your order has not been shipped yet.",
        "status_on_its_way": "Your order is on its way.",
        "status_delivered": "Your order was delivered.",
        "status_delivered+status_on_its_way": (
            "Part of your order was delivered, another part is on its way."
        ),
        "goodwill_offer": "We would like to offer you something for the inconvenience.",
        "settled_reshipped": "We are preparing to send the goods again.",
        "settled_reshipped_part": "We are preparing to send part of the goods again.",
        "settled_reshipped_once_confirmed": (
            "As soon as we have your answer, we send the goods again."
        ),
        "settled_reshipped_part_once_confirmed": (
            "As soon as we have your answer, we send part of the goods again."
        ),
        "settled_refunded": "We are refunding you to the payment method you used.",
        "settled_refunded_part": (
            "We are refunding part of your payment to the payment method you used."
        ),
        "settled_credited": "We have added store credit to your account.",
    },
    sums={
        "reship_or_refund_options": "The refund would be {amount}.",
        "refund_option": "The refund would be {amount}.",
        "store_credit_option": "The credit would be {amount}.",
        "refund_pending": "It is {amount}.",
        "refund_of_remainder": "That is {amount}.",
        "refund_completed": "That was {amount}.",
        "goodwill_offer": "It is {amount}. If you would like it, just answer this mail.",
        "settled_refunded": "That is {amount}.",
        "settled_refunded_part": "That is {amount}.",
        "settled_credited": "It is {amount}.",
    },
    choose="You can also choose on this page:",
    leave="If you want no more mail from us at all, not about orders either, say so here:",
    subject_parcel="Your order {number}: news about your parcel",
    subjects={
        "pickup_late": "Your order {number}: your parcel is waiting for you",
        "cancelled_returned": "Your order {number} is cancelled",
        "cancelled_not_returned": "Your order {number} is cancelled",
        "fully_refunded": "Your order {number}: your refund",
    },
    subject="Your order {number}",
    goodbye="Kind regards",
)
