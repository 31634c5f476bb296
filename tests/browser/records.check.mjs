/** Records in and out, positions set up by hand, and annotation. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';
import { link } from './hands.mjs';

const bench = new Bench();

/** A game of strangers: markup wherever text may stand. */
const STRANGE = `[Event "<img src=x onerror=window.hacked=1>"]
[Site "?"]
[White "<script>window.hacked=1</script>"]
[Black "\\"><svg onload=window.hacked=1>"]
[Result "1-0"]

{Before <b>the</b> first move} 1. e4 $1 {<img src=x onerror=window.hacked=1>} e5 (1... c5 2. Nf3 $6 (2. c3 d5)) 2. Qh5 $4 Ke7 $4 3. Qxe5# 1-0
`;

/** A game with a blunder on either side. */
const BLUNDERS = '[Variant "chess"]\n[Result "*"]\n\n1. e4 e5 2. Qh5 Ke7 *\n';

const moveButtons = (hands) => hands.page.locator('#moves button.move');

/** @returns {Promise<object[]>} the records of a PGN, as the engine reads them, without tags that say nothing */
async function read(pgn) {
  const { games, errors } = await bench.engine.ask({ do: 'read', pgn });
  assert.deepEqual(errors, []);
  return games.map((record) => ({ ...record, tags: record.tags.filter(([, value]) => !/^[?.]+$/.test(value)) }));
}

describe('a PGN', () => {
  it('of strangers is text, with its comments, glyphs and variations', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess');
      await hands.load(STRANGE);
      await hands.loaded();
      await until(async () => (await moveButtons(hands).count()) === 9, 'all moves');
      await page.keyboard.press('End');
      await hands.draws((await bench.engine.position('chess', null, ['e2e4', 'e7e5', 'd1h5', 'e8e7', 'h5e5'])).pieces);
      const text = await page.locator('body').innerText();
      for (const part of ['<b>the</b>', '<img src=x onerror=window.hacked=1>', '<script>window.hacked=1</script>'])
        assert.ok(text.includes(part), part);
      assert.match(await page.locator('#moves').innerText(), /!|\?\?/);
      await page.click('#library');
      await page.locator('#dialog-library[open]').waitFor();
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate(() => window.hacked), undefined);
      assert.equal(await page.locator('img').count(), 0);
    }));

  it('is the same record after it was opened and saved', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess');
      await hands.load(STRANGE);
      await hands.loaded();
      assert.deepEqual(await read(await hands.savedPgn()), await read(STRANGE));
    }));

  it('is opened from a file and saved as one', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess');
      await page.click('#open');
      await page.setInputFiles('#open-file', {
        name: 'two.pgn',
        mimeType: 'text/plain',
        buffer: Buffer.from(`${STRANGE}\n${BLUNDERS}`),
      });
      await hands.loaded();
      await page.locator('#collection').waitFor();
      await page.selectOption('#chosen-game', { index: 1 });
      await until(async () => (await moveButtons(hands).count()) === 4, 'the second game');
      await page.click('#save');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('#dialog-save button', { hasText: 'file' }).click(),
      ]);
      assert.deepEqual(await read(await readFile(await file.path(), 'utf8')), await read(BLUNDERS));
    }));

  it('of every game goes through the page unchanged', () =>
    bench.inTab(async (hands) => {
      const { games } = await bench.engine.ask({ do: 'games' });
      for (const { name } of games) {
        await hands.look(name);
        const moves = [];
        for (let ply = 0; ply < 4; ply += 1) {
          const { moves: legal } = await bench.engine.position(name, null, moves);
          const { move, san } = legal[(7 * ply + 3) % legal.length];
          await hands.type(move);
          moves.push(move);
          await hands.draws((await bench.engine.position(name, null, moves)).pieces, `${name} after ${san}`);
        }
        const pgn = await hands.savedPgn();
        await hands.load(pgn);
        await hands.loaded();
        assert.equal(await hands.savedPgn(), pgn, name);
      }
    }));

  for (const kind of ['paste', 'drop']) {
    it(`is opened by ${kind}`, () =>
      bench.inTab(async (hands) => {
        await hands.look('bilateral');
        await hands.page.evaluate(
          ([name, pgn]) => {
            const data = new DataTransfer();
            if (name === 'paste') data.setData('text/plain', pgn);
            else data.items.add(new File([pgn], 'game.pgn', { type: 'text/plain' }));
            const how = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data };
            document.body.dispatchEvent(name === 'paste' ? new ClipboardEvent(name, how) : new DragEvent(name, how));
          },
          [kind, BLUNDERS],
        );
        await until(async () => (await moveButtons(hands).count()) === 4, 'the game');
        await hands.shows('chess');
      }));
  }

  it('has what was added by hand: marks, comments, variations and their order', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess', null, ['e2e4', 'e7e5']);
      await page.keyboard.press('ArrowLeft');
      await hands.draws((await bench.engine.position('chess', null, ['e2e4'])).pieces, 'one move back');
      await hands.click('c7', 'c5');
      await until(async () => (await moveButtons(hands).count()) === 3, 'a variation');
      await page.click('#glyphs [data-glyph="3"]');
      await page.fill('#comment', 'Sicilian {at last} <b>');
      await page.press('#comment', 'Tab');
      await page.click('#promote');
      const [record] = await read(await hands.savedPgn());
      const [, reply] = record.moves;
      assert.equal(reply.move, 'c7c5');
      assert.deepEqual(reply.glyphs, [3]);
      assert.match(reply.comment, /Sicilian .*at last.* <b>/);
      assert.equal(reply.variations[0][0].move, 'e7e5');
      await page.click('#delete');
      await hands.draws((await bench.engine.position('chess', null, ['e2e4'])).pieces, 'after the move is deleted');
      assert.equal((await read(await hands.savedPgn()))[0].moves[1].move, 'e7e5');
    }));

  it('that is none is told, and the board stays', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess', null, ['e2e4']);
      await hands.load('This is no game <img src=x onerror=window.hacked=1>\n1. Zz9 *');
      await until(
        async () =>
          (await hands.page.locator('#dialog-open .error').innerText()) !== '' ||
          (await hands.page.locator('.message').count()) > 0,
        'an error',
      );
      assert.equal(await hands.page.locator('img').count(), 0);
    }));
});

describe('a FEN', () => {
  const fen = '4k3/8/8/8/3T32T21/8/8/4K3[c] w - - 0 1';

  it('is opened; a wrong one is told', () =>
    bench.inTab(async (hands) => {
      await hands.look('luotuoqi');
      await hands.load(fen);
      await hands.loaded();
      await hands.draws((await bench.engine.position('luotuoqi', fen)).pieces);
      await hands.load('4k3/8/8/8/9/8/8/4K3[c] w - - 0 1');
      const error = hands.page.locator('#dialog-open .error');
      await until(async () => (await error.innerText()) !== '', 'an error');
      assert.match(await error.innerText(), /rank|squares|8|9/);
      await hands.page.keyboard.press('Escape');
      assert.equal(await hands.fen(), fen);
    }));

  it('in the address restores the position, with moves and the place among them', () =>
    bench.inTab(async (hands) => {
      await hands.look('luotuoqi', fen);
      await hands.plays(bench.engine, 'luotuoqi', fen, [
        'click d4 d5 ? 1 stone goes = d4d51',
        'arm click e8 d8 = e8d8c',
      ]);
      await hands.page.keyboard.press('ArrowLeft');
      await hands.page.keyboard.press('f');
      await hands.page.waitForTimeout(500);
      const address = hands.page.url();
      await bench.inTab(async (other) => {
        await other.page.goto(address);
        await other.shows('luotuoqi');
        await other.draws((await bench.engine.position('luotuoqi', fen, ['d4d51'])).pieces, 'in another browser');
        assert.ok((await other.point('a8')).y > (await other.point('a1')).y, 'Black is below');
        await other.page.keyboard.press('ArrowRight');
        await other.draws(
          (await bench.engine.position('luotuoqi', fen, ['d4d51', 'e8d8c'])).pieces,
          'after the next move',
        );
      });
    }));

  it('that is wrong in the address is told, and the page goes on', () =>
    bench.inTab(async (hands) => {
      await hands.page.goto(`${hands.address}#game=chess&fen=<img_src=x_onerror=window.hacked=1>`);
      await hands.page.locator('.message.error').waitFor();
      await hands.page.goto(`${hands.address}${link('chess', null, ['e2e4', 'e2e4'])}`);
      await hands.page.locator('.message.error').first().waitFor();
      assert.equal(await hands.page.locator('img').count(), 0);
      await hands.page.goto('about:blank');
      await hands.look('chess');
    }));
});

describe('a position set up by hand', () => {
  it('takes pieces from the palette and off the board, and tells what is wrong', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      const error = page.locator('#panel-setup .error');
      const accept = page.locator('#panel-setup button', { hasText: 'Analyse' });
      await hands.look('luotuoqi');
      await page.click('#setup');
      await page.locator('#panel-setup button', { hasText: 'Empty' }).click();
      await until(async () => (await error.innerText()) !== '', 'kings are missing');
      assert.ok(await accept.isDisabled());
      await hands.place('K', 'e1');
      await hands.place('k', 'e8');
      await hands.place('T5', 'd4');
      await hands.place('r', 'a8');
      await hands.place('D', 'h1');
      await hands.drag('a8', 'b7');
      const [h1, edge] = [await hands.point('h1'), await page.locator('#side').boundingBox()];
      await page.mouse.move(h1.x, h1.y);
      await page.mouse.down();
      await page.mouse.move(edge.x + 60, h1.y, { steps: 4 });
      await page.mouse.up();
      await page.locator('#panel-setup label:has([name=setup-side])', { hasText: 'Black' }).click();
      await until(async () => (await error.innerText()) === '', 'a good position');
      await accept.click();
      await hands.draws({ e1: 'K', e8: 'k', d4: 'T5', b7: 'r' });
      assert.match(await hands.fen(), /^4k3\/1r6\/8\/8\/3T54\/8\/8\/4K3.* b /);
      await hands.click('e8', 'f8');
      await hands.draws({ e1: 'K', f8: 'k', d4: 'T5', b7: 'r' });
    }));

  it('is given up, and the game is as before', () =>
    bench.inTab(async (hands) => {
      await hands.look('bilateral', null, ['z2a3']);
      const { pieces } = await bench.engine.position('bilateral', null, ['z2a3']);
      await hands.page.click('#setup');
      await hands.page.locator('#panel-setup button', { hasText: 'Empty' }).click();
      await hands.draws({});
      await hands.page.locator('#panel-setup button', { hasText: 'Cancel' }).click();
      await hands.draws(pieces);
    }));

  it('takes a FEN, and tells a wrong one', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess');
      await page.click('#setup');
      await until(async () => (await page.inputValue('#setup-fen')) !== '', 'the FEN of the position');
      await page.fill('#setup-fen', 'nonsense');
      await page.press('#setup-fen', 'Enter');
      await until(async () => (await page.locator('#panel-setup .error').innerText()) !== '', 'an error');
      await page.fill('#setup-fen', '7k/8/8/8/8/8/8/R3K3 b Q - 3 9');
      await page.press('#setup-fen', 'Enter');
      await hands.draws({ h8: 'k', a1: 'R', e1: 'K' });
      await page.locator('#panel-setup button', { hasText: 'Analyse' }).click();
      assert.equal(await hands.fen(), '7k/8/8/8/8/8/8/R3K3 b Q - 3 9');
    }));
});

describe('annotation', () => {
  it('marks the blunders, with progress, a graph and better moves', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess');
      await hands.load(BLUNDERS);
      await hands.loaded();
      await page.locator('#annotate button', { hasText: 'Annotate' }).click();
      await page.locator('#annotate progress').waitFor();
      await page.locator('.message', { hasText: 'annotated' }).waitFor({ timeout: 20_000 });
      await until(async () => /\?/.test(await page.locator('#moves').innerText()), 'a mark');
      assert.ok(await page.locator('#graph svg').isVisible());
      const [record] = await read(await hands.savedPgn());
      const last = record.moves[3];
      assert.ok(
        last.glyphs.some((glyph) => [2, 4, 6].includes(glyph)),
        `2...Ke7 has ${JSON.stringify(last.glyphs)}`,
      );
      assert.ok(last.variations.length > 0, 'a better line');
      assert.ok(
        record.moves.every((move) => 'score' in move || 'mate' in move),
        'scores',
      );
    }));
});

describe('a diagram', () => {
  const DIAGRAM = `<div class="idiagram">
files=8
ranks=8
Pawn::::a2-h2
Griffon::::b1,g1
Bishop::::c1,f1
Rook::::a1,h1
Queen::::d1
King::::e1
name=griffons
</div>`;

  it('that is pasted is played at once', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess');
      await hands.load(DIAGRAM);
      await hands.loaded();
      await hands.shows('griffons');
      await hands.click('e2', 'e4');
      await until(async () => (await moveButtons(hands).count()) === 1, 'a move');
      await hands.page.locator('use.piece[data-piece="G"]').first().waitFor();
    }));

  it('with a mistake is told', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess');
      await hands.load(DIAGRAM.replace('ranks=8', 'ranks=11'));
      const error = hands.page.locator('#dialog-open .error');
      await until(async () => /11 ranks/.test(await error.innerText()), 'an error');
    }));
});
