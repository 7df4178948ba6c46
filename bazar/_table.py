"""What ``bazar play`` runs: a deal against simple players, on a terminal or through a pipe."""

from __future__ import annotations

from random import Random

from bazar._card import Card
from bazar._diagram import card_text, diagram
from bazar._hand import Combination, Hand
from bazar._render import Style
from bazar.deal import NAMES
from bazar.enums import Seat
from bazar.errors import ParseError
from bazar.round import Declare, Play, Round

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from bazar._position import Position
    from bazar.declaring import Declared

    Player = Callable[[Position, Random], Card]

HELP = """\
  a card         plays it: KS, 10h, ♥A; a "!" behind it says the word of Bella: KS!
  why CARD       why a card may not be played
  legal          the cards that may be played
  table          the table again
  undo           takes back your last action and all since
  quit           ends the game\
"""


class Quit(Exception):
    """The player has had enough, or the input has ended."""


def random_player(position: Position, generator: Random) -> Card:
    """Any legal card."""
    return generator.choice(list(position.legal))


def greedy_player(position: Position, generator: Random) -> Card:
    """The card that leaves most on the table to the own pair, as if the trick ended with it."""
    seat = position.turn
    assert seat is not None
    best: list[Card] = []
    most = -1000
    for card in position.legal:
        table = Hand([*position.trick, card])
        position.play(card)
        # A trick that is complete has gone to who leads now.
        holder = position.winning or position.leader
        position.undo()
        worth = table.card_points(position.contract)
        gain = worth if holder.pair == seat.pair else -worth
        if gain > most:
            best, most = [], gain
        if gain == most:
            best.append(card)
    return generator.choice(best)


PLAYERS: dict[str, Player] = {"random": random_player, "greedy": greedy_player}


class Table:
    """A round in which one seat, or none, is played by a person."""

    def __init__(
        self,
        played: Round,
        person: Seat | None,
        player: Player,
        generator: Random,
        style: Style,
        ask: Callable[[str], str | None],
        tell: Callable[[str], object],
    ) -> None:
        self.round = played
        self.person = person
        self.player = player
        self.generator = generator
        self.style = style
        self.ask = ask
        self.tell = tell

    def run(self) -> None:
        """Play to the end, or until ``Quit``."""
        while self.round.to_act is not None:
            if self.round.to_act is self.person:
                self._person_acts()
            else:
                self._player_acts(self.round.to_act)
        self.tell("")
        resolution, result = self.round.resolution, self.round.result
        for told in (resolution and resolution.explain(), result and result.explain()):
            self.tell(told or "")

    # --- the players ---

    def _player_acts(self, seat: Seat) -> None:
        options = self.round.options
        items = tuple(item for item in options.declarations if isinstance(item, Combination))
        if items and not self.round.declared[seat.__index__()]:
            self._apply(seat, Declare(self._held(seat)))
        card = self.player(self.round.position, self.generator)
        self._apply(seat, Play(card, card in options.bella))

    def _held(self, seat: Seat) -> Declared:
        """All combinations of a seat, sevens and eights not among them."""
        return self.round.deal[seat].combinations(self.round.position.contract)

    # --- the person ---

    def _person_acts(self) -> None:
        self._show()
        options = self.round.options
        seat = self.round.to_act
        assert seat is not None
        if options.declarations and self._declare(seat, options.declarations):
            return
        while True:
            line = self._answer("your card> ")
            if line is None or self._play(seat, line):
                return

    def _answer(self, prompt: str) -> str | None:
        """What is answered to a prompt, the words of ``HELP`` apart; None if an action was taken back."""
        while True:
            line = self._line(prompt)
            word, _, rest = line.partition(" ")
            word = word.lower()
            if word in ("?", "help", "h"):
                self.tell(HELP)
            elif word == "legal":
                self.tell(self._cards(self.round.options.cards))
            elif word == "table":
                self._show()
            elif word == "why":
                self._why(rest)
            elif word != "undo":
                return line
            elif self._undo():
                return None
            else:
                self.tell("there is nothing to take back")

    def _play(self, seat: Seat, line: str) -> bool:
        """Play what is answered; whether the turn is over with it."""
        try:
            card = Card(line.removesuffix("!").strip())
            bella = line.endswith("!")
            if not bella and card in self.round.options.bella:
                said = self._says_bella()
                if said is None:
                    return True
                bella = said
            self._apply(seat, Play(card, bella))
        except ParseError as error:
            self.tell(f"{error.problem}; expected {error.expected}; ? for help")
        except ValueError as error:
            self.tell(str(error))
        else:
            return True
        return False

    def _says_bella(self) -> bool | None:
        """Whether the word is said, which is for the player to tell; None if an action was taken back."""
        while (answer := self._answer("say Bella? [y/n]> ")) is not None:
            if answer.lower() in ("y", "yes", "n", "no"):
                return answer.lower() in ("y", "yes")
            self.tell("the answer must be y or n; ? for help")
        return None

    def _declare(self, seat: Seat, items: Declared) -> bool:
        """Ask what is declared; whether the deal is over with it, or all was taken back."""
        for number, item in enumerate(items, 1):
            self.tell(f"  {number}  {self.style.combination(item)}")
        while True:
            line = self._answer("declare? numbers, all or none> ")
            if line is None:
                return True
            try:
                chosen = _chosen(
                    line.lower(), items, self.round.deal[seat].combinations(self.round.position.contract)
                )
                self._apply(seat, Declare(chosen))
            except ValueError as error:
                self.tell(str(error))
            else:
                return self.round.done

    def _undo(self) -> bool:
        """Take back to before the person's last action; whether there was one."""
        if not any(seat is self.person for seat, _ in self.round.actions):
            return False
        while True:
            seat, _ = self.round.actions[-1]
            self.round.undo()
            if seat is self.person:
                return True

    def _why(self, text: str) -> None:
        try:
            reason = self.round.position.why_not(text.removesuffix("!").strip(), text.endswith("!"))
        except ParseError as error:
            reason = f"{error.problem}; expected {error.expected}"
        self.tell(reason or "that may be played")

    def _line(self, prompt: str) -> str:
        line = self.ask(prompt)
        if line is None or line.strip().lower() in ("quit", "q", "exit"):
            raise Quit
        return line.strip()

    # --- what is shown ---

    def _show(self) -> None:
        hidden = tuple(seat is not self.person for seat in Seat)
        self.tell(f"\n{diagram(self.round.position, self.style, hidden)}")
        options = self.round.options
        self.tell(f"legal: {self._cards(options.cards)}")
        if options.bella:
            self.tell(f"Bella may be said at: {self._cards(options.bella)}")

    def _cards(self, cards: Hand) -> str:
        high_to_low = sorted(cards, key=lambda card: (card.suit, 7 - card.rank.__index__()))
        return " ".join(card_text(card, self.style) for card in high_to_low)

    def _apply(self, seat: Seat, action: Declare | Play) -> None:
        before = len(self.round.position.history)
        self.round.apply(action)
        name = NAMES[seat.__index__()]
        if isinstance(action, Declare):
            if action.items:
                self.tell(f"{name} declares {', '.join(map(self.style.combination, action.items))}")
            return
        word = ", and says Bella" if action.bella else ""
        self.tell(f"{name} plays {card_text(action.card, self.style)}{word}")
        position = self.round.position
        if len(position.history) > before:
            winner = NAMES[position.history[-1][2].__index__()]
            self.tell("{} wins the trick; points {} : {}".format(winner, *position.card_points))


def _chosen(line: str, items: Declared, everything: Declared) -> Declared:
    """What is declared by an answer; a ValueError if the answer is none."""
    if line in ("", "none", "n", "no"):
        return ()
    if line in ("all", "a"):
        return everything
    chosen = []
    for word in line.replace(",", " ").split():
        if not word.isascii() or not word.isdecimal() or not 1 <= int(word[:3]) <= len(items):
            raise ValueError(f"{word!r:.40} is no number of a declaration: 1 to {len(items)}")
        chosen.append(items[int(word[:3]) - 1])
    return tuple(chosen)
