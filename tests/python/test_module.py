"""The Python module against a real engine.

Usage: BACTRIAN=target/release/bactrian PYTHONPATH=src/python python3 -m unittest discover tests/python

Without BACTRIAN the executable of the installed wheel is tried. Examples that need python-chess are left out where it is missing.
"""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import threading
import unittest
import xml.etree.ElementTree
from unittest import mock

import bactrian

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXECUTABLE = os.environ.get("BACTRIAN")


def start(**arguments):
    """An engine that is the one to try."""
    return bactrian.Engine(EXECUTABLE, **arguments)


class ModuleTest(unittest.TestCase):
    """What the manual page promises."""

    @classmethod
    def setUpClass(cls):
        cls.engine = start()

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def test_games_are_described(self):
        names = [game.name for game in self.engine.games()]
        self.assertIn("bilateral", names)
        game = self.engine.game("luotuoqi")
        self.assertEqual((game.files, game.ranks, game.double_turns), (8, 8, True))
        self.assertEqual(game.start, self.engine.position("luotuoqi").fen)
        self.assertIn("K", [piece.text for piece in game.pieces if piece.royal])
        with self.assertRaises(KeyError):
            self.engine.game("nonsense")

    def test_a_position_is_not_changed_by_a_move(self):
        start = self.engine.position()
        after = start.push("e4", "e5").push("Nf3")
        self.assertEqual(start.moves, ())
        self.assertEqual(after.fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")
        self.assertEqual([move.move for move in after.history], ["e2e4", "e7e5", "g1f3"])
        self.assertEqual([move.san for move in after.history], ["e4", "e5", "Nf3"])
        self.assertEqual((after.side, after.number, after.pieces["f3"]), ("black", 2, "N"))
        self.assertEqual(after.find("b8-c6").san, "Nc6")
        self.assertEqual(after.san("b8c6"), "Nc6")

    def test_mate_and_check_are_told(self):
        mate = self.engine.position(moves=["f3", "e5", "g4", "Qh4"])
        self.assertEqual(mate.check, ("e1",))
        self.assertEqual(mate.ending.result, "0-1")
        self.assertEqual(mate.legal_moves, ())
        with self.assertRaises(ValueError):
            mate.play(nodes=10)

    def test_bad_input_is_refused_and_loses_nothing(self):
        for code, arguments in {
            "unknown_game": ("nonsense",),
            "bad_fen": ("chess", "nonsense"),
            "illegal_move": ("chess", None, ["e2e5"]),
        }.items():
            with self.subTest(code), self.assertRaises(bactrian.BactrianError) as caught:
                self.engine.position(*arguments)
            self.assertEqual(caught.exception.code, code)
        with self.assertRaises(bactrian.BactrianError):
            self.engine.set("Hash", "many")
        with self.assertRaises(ValueError):
            self.engine.position().play()
        self.assertEqual(len(self.engine.position().legal_moves), 20)

    def test_a_search_gives_lines_and_can_be_stopped(self):
        with self.engine.position("kingsmen").analyse(lines=2) as analysis:
            for line in analysis:
                if line.depth >= 4 and line.rank == 2:
                    break
        self.assertEqual(analysis.result.ended, "stopped")
        self.assertIn(analysis.result.best, [move.move for move in self.engine.position("kingsmen").legal_moves])
        analysis = self.engine.position(fen="6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1").analyse(depth=5)
        self.assertEqual([line.mate for line in analysis][-1], 1)
        self.assertEqual((analysis.result.san, analysis.result.mate), ("Rd8#", 1))

    def test_only_the_given_moves_are_searched(self):
        analysis = self.engine.position().analyse(nodes=200, only=["a2a3"])
        self.assertEqual(analysis.result.best, "a2a3")

    def test_several_threads_share_an_engine(self):
        counts = []

        def walk(game):
            position = self.engine.position(game)
            for _ in range(10):
                position = position.push(position.legal_moves[0])
            counts.append(len(position.moves))

        threads = [threading.Thread(target=walk, args=(game,)) for game in ("chess", "luotuoqi", "bilateral", "janus")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(counts, [10] * 4)

    def test_every_game_is_played(self):
        for game in self.engine.games():
            with self.subTest(game.name):
                position = self.engine.position(game.name)
                while position.ending is None and len(position.moves) < 12:
                    position = position.push(position.play(nodes=30))
                self.assertTrue(position.evaluate().terms)
                self.assertEqual(self.engine.position(game.name, position.fen).fen, position.fen)

    def test_the_picture_is_complete(self):
        svg = xml.etree.ElementTree.fromstring(self.engine.position("luotuoqi").svg(flip=True))
        names = {element.get("id") for element in svg.iter() if element.tag.endswith("symbol")}
        used = {element.get("href")[1:] for element in svg.iter() if element.tag.endswith("use") and element.get("href")}
        self.assertTrue(used)
        self.assertLessEqual(used, names)

    def test_records_are_read_and_written(self):
        (record,) = self.engine.read_pgn('[White "A"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n')
        self.assertEqual([node["move"] for node in record["moves"]], ["e2e4", "e7e5", "g1f3"])
        self.assertIn("1. e4 e5 2. Nf3 1/2-1/2", self.engine.write_pgn(record))
        with self.assertRaises(bactrian.BactrianError):
            self.engine.read_pgn("1. e5 *")

    def test_a_definition_with_a_mistake_is_refused(self):
        for text in ("[mygame:chess]\nmaxRank = 99\n", "[good:chess]\n\n[mygame:chess]\nmaxRank = 99\n"):
            with self.assertRaisesRegex(bactrian.BactrianError, "mygame") as caught:
                self.engine.define(text)
            self.assertEqual(caught.exception.code, "bad_games")

    def test_a_closed_engine_says_so(self):
        with start() as engine:
            position = engine.position()
        with self.assertRaises(bactrian.EngineClosed):
            position.push("e4")
        with self.assertRaises(bactrian.EngineClosed):
            bactrian.Engine(sys.executable, arguments=["-c", "pass"])

    def test_options_and_files_are_taken(self):
        with start(games=[ROOT / "benches/griffonchess.ini"], options={"Hash": 1}) as engine:
            self.assertTrue(engine.position("griffonchess").legal_moves)
        with self.assertRaises(bactrian.BactrianError):
            start(options={"Nonsense": 1})

    def test_it_runs_as_a_module(self):
        path = os.pathsep.join([str(pathlib.Path(bactrian.__file__).parent.parent)])
        code = "import bactrian._engine, sys, runpy\n"
        if EXECUTABLE:
            code += f"bactrian._engine.executable_path = lambda: {EXECUTABLE!r}\n"
        code += "sys.argv = ['bactrian', 'moves', 'chess']\nrunpy.run_module('bactrian', run_name='__main__')"
        told = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE)
        self.assertEqual((told.returncode, len(told.stdout.split())), (0, 20))


class ExamplesTest(unittest.TestCase):
    """The examples of the pages run as they stand."""

    def test_examples(self):
        pages = [ROOT / "src/manual/python.md", ROOT / "src/python/README.md"]
        examples = [code for page in pages for code in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S)]
        self.assertEqual(len(examples), 5)
        path = EXECUTABLE or bactrian.executable_path()
        folder = str(pathlib.Path(path).resolve().parent)
        for example in examples:
            if "import chess" in example and importlib.util.find_spec("chess") is None:
                continue
            with self.subTest(example), mock.patch.dict(os.environ, PATH=folder + os.pathsep + os.environ["PATH"]):
                exec(compile(example, "example", "exec"), {})


if __name__ == "__main__":
    unittest.main()
