"""A game server's use: four players declare, one claim is false, the verdict comes with its reasons."""

import bazar


def announce(deal: bazar.Deal, contract: bazar.Contract, leader: bazar.Seat) -> str:
    """What to tell the table when everybody has declared all they hold."""
    declared = [hand.combinations(contract) for hand in deal]
    verdict = bazar.resolve(declared, contract, first=leader, hands=deal)
    return verdict.explain()


def refuse(deal: bazar.Deal, seat: bazar.Seat, claim: bazar.Combination) -> str:
    """Why a claim is false, or an empty text if it stands."""
    declared: list[list[bazar.Combination]] = [[], [], [], []]
    declared[seat.__index__()].append(claim)
    try:
        bazar.resolve(declared, claim.contract, hands=deal)
    except ValueError as error:
        return str(error)
    return ""


def main() -> None:
    """Deal, announce, and refuse a claim."""
    deal = bazar.Deal("N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK")
    print(announce(deal, bazar.Contract.HEARTS, bazar.Seat.EAST))
    print(refuse(deal, bazar.Seat.WEST, bazar.Combination("AKQ...", "H")))


if __name__ == "__main__":
    main()
