"""What must never change: deals of a seed, deal numbers, strengths and pickles."""

import base64
import pickle

import pytest

import bazar
from bazar import Card, Combination, Contract, Deal, Hand, Kind, Rank, Seat, Suit, core

GOLDEN_DEALS = {
    0: "N:KT9..J.AJT8 8.KQT9.T.Q7 Q.J.KQ97.K9 AJ7.A87.A8.",
    1: "N:A.QT97.T.T8 J.AK.J9.AK9 87..AK8.QJ7 KQT9.J8.Q7.",
    2: "N:98.JT.97.J8 AJ7.A.A.A97 QT.K.KQT8.T K.Q987.J.KQ",
    12345: "N:QT7..AK7.KQ K98.AK.98.8 .QJ87.J.T97 AJ.T9.QT.AJ",
    9223372036854775808: "N:K8.J.QT97.T J.Q98.KJ8.Q AQ7.AT..KJ8 T9.K7.A.A97",
    18446744073709551615: "N:8.JT8.AT9.7 9.Q7.QJ.K98 AQJ.AK.87.J KT7.9.K.AQT",
}
GOLDEN_INDICES = {
    0: "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987",
    1: "N:AKQJT987... .AKQJT987.. ..KQJT987.7 ..A.AKQJT98",
    12870: "N:AKQJT987... .KQJT987.7. .A.AKQJT98. ...AKQJT987",
    1000000000: "N:AKQJT987... .AKQ8.Q98.T .T97.AK.J97 .J.JT7.AKQ8",
    49780546225195500: "N:K.AKQJ.K.QT AQJT987.7.. .T98.JT987. ..AQ.AKJ987",
    99561092450390999: "N:...AKQJT987 ..AKQJT987. .AKQJT987.. AKQJT987...",
}
GOLDEN_STRENGTHS = [
    ("...", [0, 0, 0, 0, 0, 0]),
    ("987...", [2, 1, 1, 1, 1, 1]),
    ("AKQ...", [12, 11, 11, 11, 6, 6]),
    (".T987..", [13, 14, 13, 13, 7, 7]),
    ("..AKQJ.", [21, 21, 22, 21, 11, 11]),
    ("...AKQJT", [29, 29, 29, 30, 15, 15]),
    ("AKQJT9...", [36, 35, 35, 35, 18, 18]),
    ("AKQJT98...", [40, 39, 39, 39, 20, 20]),
    ("AKQJT987...", [42, 41, 41, 41, 21, 21]),
    ("Q.Q.Q.Q", [43, 43, 43, 43, 22, 23]),
    ("K.K.K.K", [44, 44, 44, 44, 23, 24]),
    ("T.T.T.T", [45, 45, 45, 45, 24, 25]),
    ("A.A.A.A", [46, 46, 46, 46, 25, 26]),
    ("9.9.9.9", [47, 47, 47, 47, 26, 0]),
    ("J.J.J.J", [48, 48, 48, 48, 27, 22]),
    ("7.7.7.7", [0, 0, 0, 0, 0, 0]),
    ("8.8.8.8", [0, 0, 0, 0, 0, 0]),
]
PLAYED = bazar.Round("N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK", "H", "E", "blotstar", 8, "EW")
PLAYED.apply(bazar.Declare(PLAYED.options.declarations))
PLAYED.apply(bazar.Play("AD"))
GOLDEN_PICKLES = [
    ("gAJjYmF6YXIKU3VpdApxAFgBAAAASHEBhXECUnEDLg==", Suit.HEARTS),
    ("gAJjYmF6YXIKUmFuawpxAFgBAAAAVHEBhXECUnEDLg==", Rank.TEN),
    ("gAJjYmF6YXIKU2VhdApxAFgBAAAAV3EBhXECUnEDLg==", Seat.WEST),
    ("gAJjYmF6YXIKQ29udHJhY3QKcQBYAgAAAEFUcQGFcQJScQMu", Contract.ALL_TRUMPS),
    ("gAJjYmF6YXIKS2luZApxAFgFAAAAY2FycmVxAYVxAlJxAy4=", Kind.CARRE),
    ("gAJjYmF6YXIKRXZlbnQKcQBYBgAAAHNldmVuc3EBhXECUnEDLg==", bazar.SEVENS),
    ("gAJjYmF6YXIKQ2FyZApxAFgCAAAAVEhxAYVxAlJxAy4=", Card("TH")),
    ("gAJjYmF6YXIKSGFuZApxAErwDgEAhXEBUnECLg==", Hand("AKQJ.T98.7.")),
    ("gAJjYmF6YXIKQ29tYmluYXRpb24KcQBYBgAAAEFLUS4uLnEBWAIAAABXVHEChnEDUnEELg==", Combination("AKQ...", "WT")),
    (
        "gAJjYmF6YXIKRGVhbApxAFgxAAAATjpBLlFUOTcuVC5UOCBKLkFLLko5LkFLOSA4Ny4uQUs4LlFKNyBLUVQ5Lko4LlE3LnEBhXECUnEDLg==",
        Deal.random(1),
    ),
    (
        "gAJjYmF6YXIKUmVzb2x1dGlvbgpxAChjYmF6YXIKQ29tYmluYXRpb24KcQFYBgAAAEFLUS4uLnECWAEAAABIcQOGcQRScQWFcQZjYmF6YXIKRXZlbnQKcQdYBgAAAGVpZ2h0c3EIhXEJUnEKhXELKSl0cQxoA1gBAAAARXENh3EOUnEPLg==",
        bazar.resolve(["AKQ...", "8.8.8.8", "...", "..."], "H", first="E", eights=True),
    ),
    (
        "gAJjYmF6YXIKUnVsZXMKcQCJWAQAAABtdXN0cQGGcQJScQMu",
        bazar.Rules.rotterdam(),
    ),
    (
        "gAJjYmF6YXIKUG9zaXRpb24KcQAoKFgEAAAAUS4uLnEBWAUAAABBNy4uLnECWAUAAAA5OC4uLnEDWAUAAABKVC4uLnEEdHEFWAEAAABTcQZYAQAAAE5xB2NiYXphcgpSdWxlcwpxCIhYBAAAAGZyZWVxCYZxClJxC1gCAAAAS1NxDIVxDUsDSwOGcQ5YAgAAAEtTcQ+FcRBYAgAAAEFTcRGJhnEShXETiXRxFFJxFS4=",
        bazar.Position(
            ["Q...", "A7...", "98...", "TJ..."], "S", trick=["KS"], tricks=(3, 3), said=["KS"], plays=["AS"]
        ),
    ),
    (
        "gAJjYmF6YXIKUGxheQpxAFgCAAAAS1NxAYiGcQJScQMu",
        bazar.Play("KS", bella=True),
    ),
    (
        "gAJjYmF6YXIKRGVjbGFyZQpxAGNiYXphcgpDb21iaW5hdGlvbgpxAVgGAAAAQUtRLi4ucQJYAQAAAEhxA4ZxBFJxBWNiYXphcgpFdmVudApxBlgGAAAAc2V2ZW5zcQeFcQhScQmGcQqFcQtScQwu",
        bazar.Declare([Combination("AKQ...", "H"), bazar.SEVENS]),
    ),
    (
        "gAJjYmF6YXIKUm91bmQKcQAoWDEAAABOOjk4Ny5LUS4uOTg3IFFULi5BS1FKOC5UIEFLLkFKVDkuLlFKIEouODcuVDk3LkFLcQFYAQAAAEhxAlgBAAAARXEDY2JhemFyClJ1bGVzCnEEiFgEAAAAbXVzdHEFhnEGUnEHSwhYAgAAAEVXcQhYBQAAAHBsYWlucQmJfXEKdHELUnEMY2JhemFyCkRlY2xhcmUKcQ1jYmF6YXIKQ29tYmluYXRpb24KcQ5YBwAAAC4uQUtRSi5xD2gChnEQUnERhXEShXETUnEUY2JhemFyClBsYXkKcRVYAgAAAEFEcRaJhnEXUnEYhnEZYi4=",
        PLAYED,
    ),
    (
        "gAJjYmF6YXIKRGVhbFJlc3VsdApxAChYAQAAAEhxAYlLUktQhnECSwBLAIZxA0sASwCGcQRLUktQhnEFSwhLAVgFAAAAcGxhaW5xBomISwhLEIZxB3RxCFJxCS4=",
        bazar.deal_result("H", 8, bidders="EW", card_points=(82, 80)),
    ),
]


@pytest.mark.parametrize(("seed", "text"), GOLDEN_DEALS.items())
def test_deals_of_a_seed(seed, text):
    assert str(Deal.random(seed)) == text


def test_later_deals_of_a_seed():
    assert core.random_deal(1, 1_000_000) == (140722496, 1191715848, 2684387879, 278141072)


@pytest.mark.parametrize(("index", "text"), GOLDEN_INDICES.items())
def test_numbers_of_deals(index, text):
    assert str(Deal.from_index(index)) == text
    assert Deal(text).index == index


@pytest.mark.parametrize(("cards", "strengths"), GOLDEN_STRENGTHS)
def test_numbers_of_strengths(cards, strengths):
    assert [Hand(cards).strength(contract) for contract in Contract] == strengths


@pytest.mark.parametrize(("text", "value"), GOLDEN_PICKLES)
def test_old_pickles_load(text, value):
    assert pickle.loads(base64.b64decode(text)) == value
    assert base64.b64encode(pickle.dumps(value, 2)).decode() == text


def test_version_of_the_core():
    assert core.VERSION == 1
