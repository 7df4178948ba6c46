from collections.abc import Iterable
from typing import Final, SupportsIndex

VERSION: Final[int]
SCORED: Final[int]
NONE: Final[int]
VOID: Final[int]
CANCELLED: Final[int]
DEALS: Final[int]
FREE: Final[int]
MUST: Final[int]
LAST_TRICK: Final[int]
BELLA: Final[int]

def int_in_range(value: object, limit: int, what: str) -> int: ...
def in_order(items: object) -> bool: ...
def runs(mask: SupportsIndex) -> int: ...
def carres(mask: SupportsIndex) -> int: ...
def points(mask: SupportsIndex, contract: SupportsIndex) -> int: ...
def points_split8(mask: SupportsIndex, contract: SupportsIndex) -> int: ...
def strength(mask: SupportsIndex, contract: SupportsIndex) -> int: ...
def strength_split8(mask: SupportsIndex, contract: SupportsIndex) -> int: ...
def card_points(mask: SupportsIndex, contract: SupportsIndex) -> int: ...
def bella(mask: SupportsIndex, contract: SupportsIndex) -> int: ...
def resolve(
    hands: Iterable[SupportsIndex],
    contract: SupportsIndex,
    first: SupportsIndex = 0,
    split8: bool = False,
    sevens: bool = False,
    eights: bool = False,
) -> tuple[int, int, int, int]: ...
def decide(
    declarations: Iterable[tuple[SupportsIndex, SupportsIndex, bool, bool]], first: SupportsIndex = 0
) -> tuple[int, int, int, int]: ...
def legal(
    hand: int, trick: Iterable[int], contract: int, partner_exempt: bool = True, undertrump: int = 0
) -> int: ...
def trick_winner(trick: Iterable[int], contract: int) -> int: ...
def perft(
    hands: Iterable[int],
    contract: int,
    leader: int,
    cards: int,
    partner_exempt: bool = True,
    undertrump: int = 0,
    bulk: bool = True,
) -> int: ...
def playouts(
    hands: Iterable[int],
    contract: int,
    leader: int,
    n: SupportsIndex,
    seed: SupportsIndex = 0,
    number: SupportsIndex = 0,
    partner_exempt: bool = True,
    undertrump: int = 0,
) -> list[int]: ...
def replay(
    hands: Iterable[int],
    contract: int,
    leader: int,
    plays: Iterable[int],
    said: int = 0,
    partner_exempt: bool = True,
    undertrump: int = 0,
) -> tuple[int, int, int, int, int, int, int]: ...
def random_deal(seed: SupportsIndex, number: SupportsIndex = 0) -> tuple[int, int, int, int]: ...
def deal_index(hands: Iterable[SupportsIndex]) -> int: ...
def deal_from_index(index: SupportsIndex) -> tuple[int, int, int, int]: ...
