"""What is wrong with an order, in plain words: causes of proposals and reasons to escalate."""

CAUSES = {
    "stalled": "Parcel stalled",
    "returning": "Parcel on its way back",
    "return_to_sender": "Parcel on its way back",
    "failed": "Delivery failed",
    "attempted_twice": "Two delivery attempts failed",
    "no_data_past_eta": "No tracking data, delivery date passed",
    "pre_transit_late": "Label made, parcel not handed over",
    "pickup_late": "Not picked up",
    "exception_likely": "Trouble with a parcel likely",
    "claimed_missing": "Delivered, customer says missing",
    "cancelled_not_returned": "Cancelled, money not fully returned",
    "cancelled_returned": "Cancelled and fully returned",
    "fully_refunded": "Fully refunded",
    "status_update": "Status update for the customer",
    "goodwill": "Goodwill offered with a status update",
    "not_carried_out": "An approved step was not carried out",
    "outcome_unknown": "Whether an approved step was carried out is unknown",
}
BLOCKED = {
    "conflict:money": "Amounts contradict each other",
    "opted_out": "Customer opted out of messages",
    "chargeback_open": "Chargeback open",
    "duplicate_order": "Looks like a duplicate order",
    "shipment_cancelled": "Parcel was cancelled",
    "missing:tracking": "Tracking says nothing",
    "missing:opted_out": "Unknown whether the customer opted out",
    "missing:email_on_file": "No e-mail address on file",
    "missing:ship_to_complete": "Address incomplete",
    "missing:customer_id_known": "Customer not known to the shop",
}
