#!/usr/bin/env python3
"""Fit the chances of a win, a draw and a loss to the scores of self-play.

    for game in chess kingsmen ..; do
        bactrian datagen -v "$game" --games 400 --nodes 2000 --output "$game.games"
        bactrian merge "$game.games" --text --output "$game.txt"
    done
    scripts/fit_wdl.py *.txt

It writes src/engine/eval/wdl.txt and src/engine/games/NAME/chances.txt. Each file NAME.txt has lines `FEN;score;result`, as `bactrian merge --text` writes them. The model is the ordered logistic one:

    win  = 1 / (1 + exp((even - score) / width))
    loss = 1 / (1 + exp((even + score) / width))

where `even` and `width`, in centipawns, depend linearly on the share of the men that is left: four numbers for all games.
For each game they are multiplied by a factor, and `even` is then shifted. All are fitted to the likelihood of the results. On
the standard error the script compares models by their loss, in nats a position, on games that the fit has not seen, each
fifth in turn: the four numbers for all games (common); times a factor for each game (scaled); shifted too (shifted, which is
written); and four numbers for each game (own). Needs only Python 3.
"""

import math
import os
import sys
from collections import Counter

# Scores are put into bins of this width, in centipawns, and the share of the men left into this many bins.
SCORE_BIN = 10
MEN_BINS = 8
# Each part of the games in turn is held out to compare models.
FOLDS = 5
# Larger scores say nothing of the curves: such games are decided.
LARGEST = 1500
# The sources of the engine.
ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "engine")
# The curve is at least so wide, in centipawns; as in src/engine/eval/wdl.rs.
LEAST_WIDTH = 20

HEADING = """\
# Chances of a win, a draw and a loss, written by scripts/fit_wdl.py from self-play; see benches/log. The score
# at which a win has the chance 1/2 and the width of the curve, with half of the men, and what each gains up to all of
# them less none; in centipawns. In chances.txt in the folder of each game: the factor of these four numbers, the shift
# of the first, the men that are all, and the games and positions to which it is fitted.
"""


def read(path):
    """The positions of a file: (score, share of the men, result, count) of each fifth of the games; games; most men."""
    counts = [Counter() for _ in range(FOLDS)]
    games, last_move, most = 0, 0, 0
    with open(path, encoding="ascii") as lines:
        for number, line in enumerate(lines, 1):
            try:
                fen, score, result = line.rstrip("\n").split(";")
                board, _, _, _, _, move = fen.split(" ")[:6]
                score, result, move = int(score), float(result), int(move)
            except ValueError:
                sys.exit(f"{path}: line {number} has another form than FEN;score;result")
            if move < last_move or not games:
                games += 1
            last_move = move
            men = sum(letter.isalpha() for letter in board.split("[")[0])
            most = max(most, men)
            if abs(score) <= LARGEST:
                key = (round(score / SCORE_BIN) * SCORE_BIN, men, result)
                counts[games % FOLDS][key] += 1
    binned = []
    for part in counts:
        found = Counter()
        for (score, men, result), count in part.items():
            found[score, (men * MEN_BINS - 1) // most, result] += count
        binned.append([(score, (men + 0.5) / MEN_BINS, result, count) for (score, men, result), count in found.items()])
    return binned, games, most


def log_logistic(x):
    """The logarithm of 1 / (1 + exp(-x))."""
    return -math.log1p(math.exp(-x)) if x > 0 else x - math.log1p(math.exp(x))


def log_chance(even, width, score, result):
    win, loss = (score - even) / width, (-score - even) / width
    if result == 1:
        return log_logistic(win)
    if result == 0:
        return log_logistic(loss)
    # 1 - win - loss
    draw = 1 - 1 / (1 + math.exp(-min(max(win, -700), 700))) - 1 / (1 + math.exp(-min(max(loss, -700), 700)))
    return math.log(max(draw, 1e-12))


def loss(numbers, cells):
    """The loss in nats a position; the third and fourth number are the slopes by the share of the men."""
    even, width, *slopes = numbers
    even_slope, width_slope = slopes or (0, 0)
    total = count = 0
    for score, men, result, cells_count in cells:
        here = max(width + width_slope * (men - 0.5), LEAST_WIDTH)
        total -= cells_count * log_chance(max(even + even_slope * (men - 0.5), 0), here, score, result)
        count += cells_count
    return total / count


def minimise(function, start, steps, rounds=200, tolerance=1e-7):
    """Nelder and Mead's simplex."""
    points = [list(start)] + [[x + step * (i == j) for j, x in enumerate(start)] for i, step in enumerate(steps)]
    values = sorted((function(point), point) for point in points)
    for _ in range(rounds):
        (best, _), (second, _), (worst, point) = values[0], values[-2], values[-1]
        if worst - best < tolerance:
            break
        others = [other for _, other in values[:-1]]
        centre = [sum(column) / len(others) for column in zip(*others)]
        at = lambda t: [c + t * (p - c) for c, p in zip(centre, point)]
        tried = function(at(-1)), at(-1)
        if tried[0] < best:
            values[-1] = min(tried, (function(at(-2)), at(-2)))
        elif tried[0] < second:
            values[-1] = tried
        else:
            tried = function(at(0.5)), at(0.5)
            if tried[0] < worst:
                values[-1] = tried
            else:
                low = values[0][1]
                shrunk = [[(a + b) / 2 for a, b in zip(low, other)] for _, other in values[1:]]
                values = values[:1] + [(function(other), other) for other in shrunk]
        values.sort()
    return values[0][1]


def fit_shape(cells):
    """The four numbers for all games."""
    common = minimise(lambda x: loss(x, cells), (100, 100), (50, 50))
    return minimise(lambda x: loss(x, cells), common + [0, 0], (30, 30, 50, 50))


def of_game(shape, factor, shift=0.0):
    """The numbers of a game."""
    return [factor * shape[0] + shift] + [factor * number for number in shape[1:]]


def fit_game(shape, cells):
    """The factor and the shift of a game."""
    return minimise(lambda x: loss(of_game(shape, *x), cells), (1, 0), (0.3, 30))


def compare(data):
    """The loss of each model on the games held out, and their positions, for each game."""
    losses = {name: Counter() for name in data}
    for fold in range(FOLDS):
        fits = {name: [c for part in parts[:fold] + parts[fold + 1 :] for c in part] for name, parts in data.items()}
        shape = fit_shape([cell for cells in fits.values() for cell in cells])
        for name, fit in fits.items():
            held = data[name][fold]
            count = sum(cell[3] for cell in held)
            (factor,) = minimise(lambda x: loss(of_game(shape, *x), fit), (1,), (0.3,))
            models = {
                "common": shape,
                "scaled": of_game(shape, factor),
                "shifted": of_game(shape, *fit_game(shape, fit)),
                "own": minimise(lambda x: loss(x, fit), shape, (30, 30, 50, 50)),
            }
            losses[name]["positions"] += count
            for model, numbers in models.items():
                losses[name][model] += count * loss(numbers, held)
    return losses


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    data, games, most = {}, {}, {}
    for path in sorted(sys.argv[1:]):
        name = os.path.splitext(os.path.basename(path))[0]
        if not os.path.isdir(os.path.join(ENGINE, "games", name)):
            sys.exit(f"{path}: no game `{name}`, expected the name of a folder in src/engine/games")
        data[name], games[name], most[name] = read(path)
    shape = fit_shape([cell for parts in data.values() for part in parts for cell in part])
    with open(os.path.join(ENGINE, "eval", "wdl.txt"), "w", encoding="ascii") as out:
        out.write(HEADING)
        print("shape", *(f"{number:.1f}" for number in shape), file=out)
    for name, parts in data.items():
        cells = [cell for part in parts for cell in part]
        factor, shift = fit_game(shape, cells)
        with open(os.path.join(ENGINE, "games", name, "chances.txt"), "w", encoding="ascii") as out:
            counts = (most[name], games[name], sum(cell[3] for cell in cells))
            print(f"{factor:.3f} {shift:.1f}", *counts, file=out)
    sums = Counter()
    for name, losses in [*compare(data).items(), ("all", sums)]:
        figures = (f"{model} {losses[model] / losses['positions']:.4f}" for model in losses if model != "positions")
        print(f"{name:<14} " + "  ".join(figures), file=sys.stderr)
        if name != "all":
            sums.update(losses)


if __name__ == "__main__":
    main()
