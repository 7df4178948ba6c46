"""A bot's use: a deal driven to its end, each card chosen by solving the position, and its record."""

import bazar
from bazar import records


def card(position: bazar.Position, solver: bazar.Solver) -> bazar.Card:
    """The card of best play, all hands seen; a real bot would draw the hands it cannot see."""
    return solver.solve(position).line[0]


def main() -> None:
    """Declare everything, say every Bella, and play."""
    deal = bazar.Deal("N:987.KQ..987 QT..AKQJ8.T AK.AJT9..QJ J.87.T97.AK")
    game = bazar.Round(deal, "H", leader="E")
    solver = bazar.Solver()
    while not game.done:
        options = game.options
        if options.declarations:
            game.apply(bazar.Declare(options.declarations))
            continue
        best = card(game.position, solver)
        game.apply(bazar.Play(best, best in options.bella))
    result = game.result
    assert result is not None
    print("a player who sees all hands: NS {}, EW {}".format(*result.card_points))
    print(result.explain())
    print(records.Record.of(game).to_json())


if __name__ == "__main__":
    main()
