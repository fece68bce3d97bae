"""What the shop knows about the codes and the reply address of a mail."""

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from shopops.acknowledgments.answer import Item, RepliedTo
from shopops.alarms.models import AlarmItem, RingItem, RingState
from shopops.alarms.ringing.proof import perhaps_told
from shopops.alarms.states import OPEN
from shopops.mailing.outgoing import tag_of
from shopops.mailing.reply_address import PURPOSE, ReplyTag
from shopops.tenants.models import Membership

# Rings that told somebody, or may have: an answer can name them.
NAMEABLE = (RingState.RAISED, RingState.UNDELIVERED, RingState.OPEN)


class StoredItems:
    """One shop's, asked on behalf of one person; inside a scope. `found` and `raises` collect what
    was asked for: the items by code, and the ring of the answered mail by item."""

    def __init__(self, tenant_id: int, membership_id: int) -> None:
        self.tenant_id, self.membership_id = tenant_id, membership_id
        self.found: dict[str, AlarmItem] = {}
        self.raises: dict[int, UUID] = {}

    def replied_to(self, recipients: Collection[str]) -> RepliedTo | None:
        tag = shop_tag(self.tenant_id, recipients)
        if tag is None:
            return None
        keys = Membership.objects.filter(tenant_id=self.tenant_id, pk=tag.membership_id)
        key = keys.values_list("identity_key", flat=True).first()
        if key is None:
            return None
        rings = RingItem.objects.of(self.tenant_id).filter(
            mail_id=tag.mail_id, mail__membership_id=tag.membership_id
        )
        episodes: dict[str, int] = {}
        for item, code, episode, event, state in rings.values_list(
            "item_id", "item__code", "episode", "event_id", "state"
        ):
            episodes[code] = episode
            if state in NAMEABLE:
                self.raises[item] = event
        return RepliedTo(bytes(key).hex(), episodes)

    def legacy_among(self, texts: Collection[str]) -> Collection[str]:
        readable = [text for text in texts if text.isprintable()]
        items = AlarmItem.objects.of(self.tenant_id).filter(code__in=readable, code_shift=None)
        return self._remember(items)

    def items_of(self, codes: Collection[str]) -> Mapping[str, Item]:
        items = AlarmItem.objects.of(self.tenant_id).filter(
            code__in=codes, code_shift__isnull=False
        )
        named = self._remember(items)
        perhaps = perhaps_told(
            self.tenant_id, self.membership_id, [self.found[code].pk for code in named]
        )
        person = self._key() if perhaps else ""
        return {
            code: _item(self.found[code], {person} if self.found[code].pk in perhaps else set())
            for code in named
        }

    def look_up(self, codes: Collection[str]) -> None:
        """So that an answer can name the items of codes that did not count."""
        missing = [code for code in codes if code not in self.found and code.isprintable()]
        if missing:
            self._remember(AlarmItem.objects.of(self.tenant_id).filter(code__in=missing))

    def _remember(self, items: Iterable[AlarmItem]) -> list[str]:
        named = {item.code: item for item in items}
        self.found |= named
        return list(named)

    def _key(self) -> str:
        member = Membership.objects.get(tenant_id=self.tenant_id, pk=self.membership_id)
        return bytes(member.identity_key).hex()


def shop_tag(
    tenant_id: int, recipients: Collection[str], *, purpose: bytes = PURPOSE
) -> ReplyTag | None:
    """The first address of this shop among the recipients that was signed for this purpose."""
    tags = (tag for address in recipients if (tag := tag_of(address, purpose=purpose)))
    return next((tag for tag in tags if tag.tenant_id == tenant_id), None)


def _item(item: AlarmItem, perhaps: set[str]) -> Item:
    return Item(
        episode=item.episode,
        is_open=item.status in OPEN,
        told=frozenset(item.story.get("told", ())) | perhaps,
        pre_epoch=item.pre_epoch,
    )
