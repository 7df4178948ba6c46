"""Every form of text that is read, and errors that point."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bazar import Card, Contract, Deal, Event, Hand, ParseError, Rank, Seat, Suit

# All of these are ♠AKQJ ♥1098 ♦7.
SAME_HAND = [
    "AKQJ.T98.7.",
    "akqj.t98.7.",
    "JQKA.8109.7.",
    "AKQJ.1098.7.",
    " AKQJ.T98.7.\n",
    "♠AKQJ ♥10 9 8 ♦7",
    "♠AKQJ ♥T98 ♦7 ♣-",
    "♥T98♠AKQJ♦7",
    "♤AKQJ ♡T98 ♢7",
    "♠\ufe0fAKQJ ♥\ufe0f10 9 8 ♦\ufe0f7",
    "♠ A K Q J, ♥ 10 9 8, ♦ 7",
    "AS KS QS JS TH 9H 8H 7D",
    "7D 10H KS QS JS as 9h 8h",
    "AS,KS,QS,JS,10H,9H,8H,7D",
    "ASKSQSJS10H9H8H7D",
    "A♠ K♠ Q♠ J♠ 10♥ 9♥ 8♥ 7♦",
    "A♤ K♠\ufe0f Q♠ J♠ T♡ 9♥ 8♥ 7♢",
    "Тп Кп Дп Вп 10ч 9ч 8ч 7б",
    "ТП КП ДП ВП 10Ч 9Ч 8Ч 7Б",
    "Т♠ К♠ Д♠ В♠ 10♥ 9♥ 8♥ 7♦",
    "♠ТКДВ ♥10 9 8 ♦7",
    "ТКДВ.1098.7.",
]


@pytest.mark.parametrize("text", SAME_HAND)
def test_forms_of_one_hand(text):
    assert str(Hand(text)) == "AKQJ.T98.7."


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("...", "..."),
        ("...T", "...T"),
        ("Тт", "...A"),  # туз треф
        ("тт", "...A"),
        ("♣10", "...T"),
        ("10♣", "...T"),
        ("Кч", ".K.."),
        ("AKQJT987.AKQJT987.AKQJT987.AKQJT987", "AKQJT987.AKQJT987.AKQJT987.AKQJT987"),
    ],
)
def test_other_hands(text, cards):
    assert str(Hand(text)) == cards


@pytest.mark.parametrize(
    "text", ["TH", "10H", "th", "10h", "T♥", "10♥", "10♡", "10♥\ufe0f", "10ч", "10Ч", " TH "]
)
def test_forms_of_one_card(text):
    assert Card(text) is Card(11)


NAMES = [
    (Suit, ["S", "s", "♠", "♤", "♠\ufe0f", "п", "П", "spades", "Spade", "SPADES", " S "]),
    (Suit, ["C", "♣", "♧", "т", "clubs"]),
    (Rank, ["T", "t", "10", "ten", "TEN"]),
    (Rank, ["A", "a", "Т", "т", "ace"]),
    (Rank, ["J", "В", "в", "jack"]),
    (Rank, ["7", "seven"]),
    (Seat, ["N", "n", "north", "NORTH"]),
    (Seat, ["W", "west"]),
    (Contract, ["H", "h", "♥", "♡", "ч", "hearts", "heart"]),
    (Contract, ["AT", "at", "A/T", "a/t", "all trumps", "ALL_TRUMPS", "all-trumps"]),
    (Contract, ["WT", "W/T", "NT", "nt", "without trumps", "WITHOUT_TRUMPS", "no trumps"]),
]


@pytest.mark.parametrize(("enum", "texts"), NAMES)
def test_forms_of_one_name(enum, texts):
    assert len({enum(text) for text in texts}) == 1
    assert str(enum(texts[0])) == texts[0].upper()


# kind of value, text, what text[start:end] is, a word of the message, the nearest text
FAULTS = [
    (Hand, "AKXJ.T98.7.", "X", "column 3", "AKJ.T98.7."),
    (Hand, "AK1O.T98.7.", "1O", "column 3", "AK10.T98.7."),
    (Hand, "AK1.T98.7.", "1", "column 3", "AK10.T98.7."),
    (Hand, "AKO.T98.7.", "O", "column 3", "AK.T98.7."),
    (Hand, "AАK.T98.7.", "А", "CYRILLIC CAPITAL LETTER A", "AK.T98.7."),
    (Hand, "AКQJ.T98.7.", "К", "CYRILLIC CAPITAL LETTER KA", "AKQJ.T98.7."),
    (Hand, "AKQJ.Т98.7.", "Т", "CYRILLIC CAPITAL LETTER TE", "AKQJ.T98.7."),
    (Hand, "ΑKQJ.T98.7.", "Α", "GREEK CAPITAL LETTER ALPHA", "AKQJ.T98.7."),
    (Hand, "ＡKQJ.T98.7.", "Ａ", "FULLWIDTH", "AKQJ.T98.7."),
    (Hand, "AKQJ.T９8.7.", "９", "FULLWIDTH DIGIT NINE", "AKQJ.T98.7."),
    (Hand, "ТКДВ.T98.7.", "T", "column 6", "ТКДВ.Т98.7."),
    (Hand, "Тп Кп Дs", "s", "column 8", None),
    (Hand, "AКS QS", "К", "CYRILLIC", None),
    (Hand, "AKQA.T..", "A", "AS stands again at column 4", "AKQ.T.."),
    (Hand, "AS KS AS", "AS", "stands again", "AS KS"),
    (Hand, "T10...", "10", "TS stands again at column 2", "T..."),
    (Hand, "AKQ.T98.7", "", "3 of four suits", "AKQ.T98.7."),
    (Hand, "AKQ", "", "", None),
    (Hand, "A.K.Q.J.T", ".", "fourth", "A.K.Q.JT"),
    (Hand, "A.K.Q.J.", ".", "fourth", "A.K.Q.J"),
    (Hand, "", "", "empty", "..."),
    (Hand, " \t", " \t", "empty", "..."),
    (Hand, "AK Q.T..", " ", "column 3", "AKQ.T.."),
    (Hand, "♠AK.T..", "♠", "BLACK SPADE SUIT", None),
    (Hand, "♠A K♥", "♥", "no rank behind", None),
    (Hand, "♠AK ♥Q ♠J", "♠", "again", None),
    (Hand, "♠- A", "A", "follows '-'", None),
    (Hand, "N:AKQ... ...", "N:", "begins as a deal does", None),
    (Hand, "SA HK", "S", "column 1", None),
    (Hand, "AS K", "", "no suit behind", None),
    (Hand, "AX", "X", "no suit", None),
    (Hand, "🂡", "🂡", "PLAYING CARD ACE OF SPADES", None),
    (Hand, "A\0...", "\0", "column 2", "A..."),
    (Hand, "A\ud800...", "\ud800", "U+D800", "A..."),
    (Card, "", "", "empty", None),
    (Card, "HT", "H", "column 1", None),
    (Card, "♥10", "♥10", "before the rank", "10♥"),
    (Card, "TH 9H", " 9H", "follows", "TH"),
    (Card, "1H", "1", "no rank", "10H"),
    (Card, "0H", "0", "no rank", None),
    (Card, "6H", "6", "no rank", None),
    (Card, "T", "", "no suit", None),
    (Card, "КH", "К", "CYRILLIC", "KH"),
    (Card, "AН", "Н", "CYRILLIC CAPITAL LETTER EN", "AH"),
    (Contract, "", "", "empty", None),
    (Contract, "X", "X", "no contract", None),
    (Contract, "SS", "SS", "no contract", "S"),
    (Contract, "С", "С", "CYRILLIC CAPITAL LETTER ES", "C"),
    (Contract, "АТ", "А", "CYRILLIC CAPITAL LETTER A", "AT"),
    (Contract, "spadess", "spadess", "no contract", "SPADES"),
    (Contract, "without", "without", "S H D C AT WT", "WITHOUT_TRUMP"),
    (Suit, "ſ", "ſ", "LATIN SMALL LETTER LONG S", "S"),
    (Suit, "N", "N", "no suit", None),
    (Seat, "H", "H", "N E S W", None),
    (Seat, "Ν", "Ν", "GREEK CAPITAL LETTER NU", "N"),
    (Rank, "1", "1", "no rank", "10"),
    (Rank, "6", "6", "no rank", None),
]


@pytest.mark.parametrize(("read", "text", "part", "message", "nearest"), FAULTS)
def test_faults_are_located(read, text, part, message, nearest):
    with pytest.raises(ParseError) as caught:
        read(text)
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.text == text
    assert message in str(error)
    if part:
        assert text[error.start : error.end] == part
    assert 0 <= error.start <= error.end <= len(text)
    assert error.expected in str(error)
    if nearest is not None:
        assert error.nearest == nearest
        assert repr(nearest) in str(error)
    if error.nearest is not None:
        read(error.nearest)
    line, carets = error.pointer().splitlines()
    assert len(line) == len(text)
    assert carets.index("^") == error.start


DEAL = "N:8.KQ.AK7.97 KQ9.A8.9.JT 7.J97.QT.A8 AJT.T.J8.KQ"


def replaced(old, new):
    assert old in DEAL
    return DEAL.replace(old, new, 1)


DEAL_FAULTS = [
    ("", "empty", None),
    (DEAL[2:], "not a seat and a colon", DEAL),
    (replaced("N:", "N "), "not a seat and a colon", None),
    (replaced("N:", "X:"), "starts with 'X'", None),
    (replaced("N:", "Ν:"), "GREEK CAPITAL LETTER NU", DEAL),
    (DEAL.rsplit(" ", 1)[0], "3 of four hands", None),
    (DEAL + " A...", "fifth hand at column 51", DEAL),
    (replaced("8.KQ", "87.KQ"), "North has 9 cards", None),
    (replaced("8.KQ", ".KQ"), "North has 7 cards", None),
    (replaced("KQ9.A8.9.JT", "8Q9.A8.9.JT"), "East has 8S, which an earlier hand has", None),
    (replaced("KQ9.A8", "KX9.A8"), "'X' at column 16 is no rank", None),
    (replaced("KQ9.A8", "КQ9.A8"), "'К' (CYRILLIC CAPITAL LETTER KA) at column 15", DEAL),
    (replaced("KQ9.A8.9.JT", "KQ9A89JT"), "has no dots", None),
    (replaced("KQ9.A8.9.JT", "KQ9.A8.9JT"), "3 of four suits", None),
    # As long as a deal is, and each time something else.
    (replaced("KQ9.A8.9.JT", "KQ9.A.9.J10"), "East has 7 cards", None),
    (replaced(" KQ9", "_KQ9"), "'_' at column 14", None),
    (replaced("KQ9.A8.9.JT", "KQ9.A8.9.JJ"), "JC stands again", None),
    (replaced("AJT.T.J8.KQ", "AJT.T.J8.KK"), "KC stands again", None),
    (replaced("AJT.T.J8.KQ", "AJT.T.J8.K1"), "'1' at column 49", None),
    (replaced("AJT.T.J8.KQ", "AJT.T.J8.97"), "West has 9C", None),
]


@pytest.mark.parametrize(("text", "message", "nearest"), DEAL_FAULTS)
def test_deal_faults(text, message, nearest):
    with pytest.raises(ParseError) as caught:
        Deal(text)
    assert message in str(caught.value)
    if nearest is not None:
        assert caught.value.nearest == nearest
    assert 0 <= caught.value.start <= caught.value.end <= len(text)


def test_a_deal_is_in_one_script():
    cyrillic = DEAL.translate(str.maketrans("AKQJ", "ТКДВ")).replace("T", "10")
    assert Deal(cyrillic) == Deal(DEAL)
    with pytest.raises(ParseError, match="no letter of this text's script"):
        Deal(cyrillic.replace("ТКД", "TKQ").replace("Д9", "Q9"))


@given(st.text(max_size=12) | st.text("AKQJT987.10SHDC♠♥♦♣ТКДВпчбт -,", max_size=16))
def test_any_text_is_read_or_refused(text):
    for read in (Hand, Card, Contract, Suit, Rank, Seat, Deal):
        try:
            value = read(text)
        except ParseError as error:
            assert str(error)
            assert error.pointer()
            if error.nearest is not None:
                read(error.nearest)
        else:
            assert read(str(value)) == value


@given(st.characters())
def test_no_foreign_letter_is_a_card(letter):
    """Beside the letters, digits and signs that are meant, none reads as a card or a name."""
    known = set("AKQJT789akqjtSHDCshdcТКДВткдвПЧБТпчбт♠♥♦♣♤♡♢♧NEWnew0123456")
    if letter in known:
        return
    for text, read in ((f"{letter}S", Card), (f"A{letter}", Card), (f"{letter}...", Hand), (letter, Suit)):
        if text.strip() != text or letter in "\ufe0e\ufe0f.":
            continue
        with pytest.raises(ParseError):
            read(text)


@pytest.mark.parametrize("letter", ["\N{KELVIN SIGN}", "ſ", "İ", "ı", "\u1c81", "\u1c82", "\u1c84"])
def test_letters_whose_case_is_another_letter(letter):
    assert unicodedata.name(letter)
    for text, read in (
        (f"{letter}S", Card),
        (f"A{letter}", Card),
        (f"{letter}...", Hand),
        (letter, Contract),
        (letter, Rank),
        (letter, Suit),
    ):
        with pytest.raises(ParseError):
            read(text)


def test_fast_and_full_readers_agree():
    """The reader for the usual text and the one for every form give the same masks."""
    from bazar import _text

    for number in range(32):
        text = str(Card(number))
        assert _text.card(text) == number
        assert _text.hand(text) == 1 << number
    for seed in range(300):
        for hand in Deal.random(seed):
            assert _text.hand(str(hand)) == hand.mask
        text = str(Deal.random(seed))
        assert _text.deal(text) == tuple(hand.mask for hand in Deal(text))


def test_long_text_is_shortened_in_the_message():
    with pytest.raises(ParseError) as caught:
        Hand("A" * 100_000)
    assert len(str(caught.value)) < 400


def test_parse_errors_pickle():
    import copy
    import pickle

    with pytest.raises(ParseError) as caught:
        Hand("AKXJ.T98.7.")
    error = caught.value
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert str(again) == str(error)
        assert (again.start, again.end, again.nearest) == (error.start, error.end, error.nearest)


@pytest.mark.parametrize(
    ("text", "indent", "width"),
    [
        ("♠\ufe0fAKX", 3, 1),  # the selector takes no room
        ("♠\ufe0eA ♥\ufe0fX", 4, 1),
        ("A\u0301K...", 1, 1),  # an accent alone is the fault, and something must point at it
        ("7.ＡK..", 2, 2),  # two columns wide
    ],
)
def test_the_pointer_counts_columns_not_characters(text, indent, width):
    with pytest.raises(ParseError) as caught:
        Hand(text)
    line, carets = caught.value.pointer().split("\n")
    assert line == text
    assert carets == " " * indent + "^" * width


@pytest.mark.parametrize("before", [0, 1, 74, 75, 76, 10_000])
@pytest.mark.parametrize("behind", [0, 1, 73, 74, 75, 10_000])
def test_the_pointer_of_a_long_text_is_short(before, behind):
    text = f"♠{'K' if before else 'A'}{' ' * before}X{' ' * behind}"
    with pytest.raises(ParseError) as caught:
        Hand(text)
    line, carets = caught.value.pointer().split("\n")
    assert len(line) <= 152
    assert line[carets.index("^")] == "X"
    assert carets.strip() == "^"
    assert (line[0] == "…") == (before + 2 > 75)
    assert (line[-1] == "…") == (behind + 1 > 75)
    assert line.strip("…") in text


def test_a_fault_that_is_long_itself_is_cut():
    with pytest.raises(ParseError) as caught:
        Contract("x" * 10_000)
    assert caught.value.pointer() == f"{'x' * 75}…\n{'^' * 75}"


def test_messages_have_the_right_article():
    with pytest.raises(ParseError, match="cannot read 'x' as an event: "):
        Event("x")
    with pytest.raises(ParseError, match="no letter of an event"):
        Event("ж")
    with pytest.raises(ValueError, match="an event must be in 0 … 1, not 2"):
        Event(2)
    with pytest.raises(TypeError, match="an event must be an Event, its text or an int, not NoneType: None"):
        Event(None)
    with pytest.raises(TypeError, match="a suit must be a Suit, its text or an int, not NoneType: None"):
        Suit(None)
    with pytest.raises(ParseError, match="cannot read 'x' as a suit: "):
        Suit("x")


def test_the_pointer_is_in_line_whatever_the_text():
    with pytest.raises(ParseError) as caught:
        Hand("A\tK\n.X..")
    line, carets = caught.value.pointer().split("\n")
    assert line == "A K .X.."
    assert carets == " ^"
