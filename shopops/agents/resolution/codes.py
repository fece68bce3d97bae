"""The stable words of Resolution, each once: reasons, causes, rationale, mail outlines."""

from enum import StrEnum


class Blocked(StrEnum):
    """Why an order goes to a person. `MISSING` is followed by the field: "missing:language"."""

    MONEY = "conflict:money"
    MISSING = "missing:"
    OPTED_OUT = "opted_out"
    CHARGEBACK = "chargeback_open"
    DUPLICATE = "duplicate_order"
    SHIPMENT_CANCELLED = "shipment_cancelled"
    TRACKING = "missing:tracking"


class Cause(StrEnum):
    """The track rows. A parcel in trouble has Intake's reason ("stalled") as its cause instead."""

    CANCELLED_RETURNED = "cancelled_returned"
    CANCELLED_NOT_RETURNED = "cancelled_not_returned"
    FULLY_REFUNDED = "fully_refunded"
    RETURN_TO_SENDER = "return_to_sender"
    CLAIMED_MISSING = "claimed_missing"
    STATUS_UPDATE = "status_update"
    EXCEPTION_LIKELY = "exception_likely"  # a parcel in trouble for which Intake gave no reason


class Why(StrEnum):
    """Rationale beside the cause. `LANGUAGE_DEFAULT` is followed by the language."""

    LANGUAGE_DEFAULT = "language_default:"
    CHANNEL_INFERRED = "channel_inferred"
    CHANNEL_NEEDS_PERSON = "channel_needs_person"
    ADDRESS_FIRST = "confirm_address_before_reship"
    ADDRESS_MISSING = "no_reship_without_address"
    PARTIAL_SHIPMENT = "partial_shipment"
    SPLIT_PAYMENT = "split_payment"
    ZERO_TOTAL = "zero_total"
    DIGITAL_ONLY = "digital_only"
    REFUND_LIMITED = "refund_limited"
    NEEDS_CONVERSION = "refund_needs_conversion"
    REFUND_PENDING = "refund_pending"
    CONTENTS_UNKNOWN = "parcel_contents_unknown"


class Outline(StrEnum):
    """What a mail says, point by point. "<cause>_shipment_apology" stands beside these."""

    APOLOGY = "_shipment_apology"
    CONFIRM_ADDRESS = "confirm_address"
    RESHIP_OR_REFUND = "reship_or_refund_options"
    RESHIP = "reship_option"
    REFUND = "refund_option"
    CREDIT = "store_credit_option"
    RESEND_ACCESS = "resend_access"
    REFUND_PENDING = "refund_pending"
    CANCELLED = "order_cancelled"
    REFUND_OF_REMAINDER = "refund_of_remainder"
    REFUND_COMPLETED = "refund_completed"
    NOT_SHIPPED = "status_not_shipped"
    ON_ITS_WAY = "status_on_its_way"
    DELIVERED = "status_delivered"
    GOODWILL = "goodwill_offer"
    ORDER_NUMBER = "order_number"
