/** The workshop: a game is written, shown, played, tested and taught in the page alone. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';
import { IN_FIREFOX, SCREENS } from './browser.mjs';

/** How long a test or a lesson may take on a slow machine, in milliseconds. */
const LONG = 240_000;

/** Whether the engine is in the page. */
const IS_SITE = Boolean(process.env.BOARD_OFFLINE);

const bench = new Bench();

const DIAGRAM = `files=8
ranks=8
promoChoice=QGRB
Pawn:P:fmWfcFifmnD:pawn:a2-h2
Griffon:G:FyafsF:griffon:b1,g1
Rook:R:R:rook:a1,h1
Bishop:B:B:bishop:c1,f1
Queen:Q:Q:queen:d1
King:K:KisO2:king:e1
`;

const field = (page) => page.locator('#dialog-workshop .sheet textarea');
const text = (page) => field(page).inputValue();
const cards = (page) => page.locator('.work-cards > section');
const playButton = (page) => page.locator('#dialog-workshop > .head button.main');
const tool = (page, name) => page.locator(`#dialog-workshop .tools button[title="${name}"]`);

/** Opens the workshop as a newcomer, who closes the question for a game before. */
async function enter(hands) {
  await hands.arrive();
  await hands.page.keyboard.press('Escape');
  await hands.page.click('#workshop');
  await cards(hands.page).first().waitFor();
}

const inWorkshop = (act, screen = SCREENS.desk) =>
  bench.inTab(async (hands) => {
    await enter(hands);
    await act(hands, hands.page);
  }, screen);

/** The definitions that can be chosen. */
const definitions = (page) => page.locator('#dialog-workshop > .head select option').allInnerTexts();

/** Types a text in the place of what a field has. */
async function retype(page, input, words) {
  await input.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
  await page.keyboard.press('Tab');
}

/** Presses a button that saves a file. @returns {Promise<?{name: string, text: string}>} nothing in Firefox, which does not tell */
async function save(page, button) {
  if (IN_FIREFOX) {
    await button.click();
    return null;
  }
  const download = page.waitForEvent('download');
  await button.click();
  const saved = await download;
  return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
}

/** Types a definition in the place of the present one. */
async function write(page, definition) {
  await field(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(definition);
}

describe('the workshop', () => {
  it('shows what is wrong beside its line while it is typed, and the game when it is right', () =>
    inWorkshop(async (hands, page) => {
      await field(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('customPiece2 = z:X?\nstalemateVal = win\n');
      await page.locator('.lens .error').nth(1).waitFor();
      const wrong = await page.locator('.gutter .error').allInnerTexts();
      assert.deepEqual(wrong, ['8', '9']);
      const problems = await page.locator('.problems button').allInnerTexts();
      assert.match(problems[1], /9\s*stalemateVal: .*did you mean `stalemateValue`/);
      assert.ok(await playButton(page).isDisabled());
      await page.locator('.problems button').nth(1).click();
      const selected = await field(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
      assert.equal(selected, 'stalemateVal = win');
      await page.keyboard.type('stalemateValue = win');
      await page.locator('.problems button').nth(1).waitFor({ state: 'hidden' });
      await page.locator('.problems button').first().click();
      await page.keyboard.type('customPiece2 = z:Z');
      await page.locator('#work-piece-Z').waitFor();
      assert.equal(await page.locator('.gutter .error').count(), 0);
      assert.match(await page.locator('#work-piece-Z p').innerText(), /zebra/i);
      assert.ok((await page.locator('#work-piece-Z .mark').count()) > 0, 'a diagram of how it moves');
      assert.equal(await page.locator('.work-shown use.piece').count(), 32);
    }));

  it('warns of what is surely not meant', () =>
    inWorkshop(async (hands, page) => {
      await field(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('promotionRegionWhite = *1\n');
      await page.locator('.gutter .warning').first().waitFor();
      assert.ok(!(await playButton(page).isDisabled()), 'it can be played all the same');
    }));

  it('writes title, names and drawings into the text', () =>
    inWorkshop(async (hands, page) => {
      await retype(page, page.locator('#work-title'), 'Chess of the Desert');
      await until(async () => /^title = Chess of the Desert$/m.test(await text(page)), 'the title in the text');
      await retype(page, page.locator('#work-piece-Q input'), 'Caliph');
      await until(async () => /^pieceNames = .*:Caliph/m.test(await text(page)), 'the name in the text');
      await page.locator('#work-piece-D button').click();
      await page.locator('#dialog-drawing button', { hasText: 'wizard' }).click();
      await until(async () => /^pieceDrawings = d:wizard$/m.test(await text(page)), 'the drawing in the text');
      await page.locator('#work-piece-D use[href="#work-w-wizard"]').first().waitFor({ state: 'attached' });
      await page.locator('#work-piece-D button').click();
      await page.locator('#dialog-drawing button', { hasText: 'By its name' }).click();
      await until(async () => !(await text(page)).includes('pieceDrawings'), 'no drawing in the text');
      assert.equal(await page.locator('.gutter .error').count(), 0);
    }));

  it('reads diagrams, and changes them in place', () =>
    inWorkshop(async (hands, page) => {
      await write(page, DIAGRAM);
      await page.locator('#work-piece-G').waitFor();
      await retype(page, page.locator('#work-piece-G input'), 'Gryphon');
      await page.locator('#work-piece-G button').click();
      await page.locator('#dialog-drawing button', { hasText: 'eaglet' }).click();
      await until(async () => (await text(page)).includes('\nGryphon:G:FyafsF:eaglet:b1,g1\n'), 'the row of the piece');
      await page.locator('#work-piece-G use[href="#work-w-eaglet"]').first().waitFor({ state: 'attached' });
    }));

  it('plays the game at once, under its title', () =>
    inWorkshop(async (hands, page) => {
      await retype(page, page.locator('#work-title'), 'Chess of the Desert');
      await until(async () => /Desert/.test(await text(page)), 'the title in the text');
      await playButton(page).click();
      await page.locator('#dialog-workshop').waitFor({ state: 'hidden' });
      await hands.shows('mygame');
      assert.equal(await page.locator('#title').innerText(), 'Chess of the Desert');
      await hands.click('b1', 'a4');
      await until(async () => (await page.locator('#moves button.move').count()) >= 2, 'the engine answers', 30_000);
      // It is in the list of games, now and after the page is loaded again.
      await page.reload();
      await hands.shows('mygame');
      await page.click('#new');
      await page.locator('#dialog-new label', { hasText: 'Chess of the Desert' }).waitFor();
    }));

  it('keeps several definitions, which are renamed, saved, opened and deleted', () =>
    inWorkshop(async (hands, page) => {
      await tool(page, 'New definition').click();
      await until(async () => (await definitions(page)).length === 2, 'two definitions');
      assert.match(await text(page), /^\[mygame2:chess\]/);
      await tool(page, 'Rename').click();
      await page.keyboard.type('second try');
      await page.keyboard.press('Enter');
      await until(async () => (await definitions(page)).includes('second try'), 'the new name');
      const saved = await save(page, tool(page, 'Save as a file'));
      if (saved) assert.deepEqual(saved, { name: 'second try.ini', text: await text(page) });
      const chooser = page.waitForEvent('filechooser');
      await tool(page, 'Open a file').click();
      await (await chooser).setFiles({ name: 'griffons.txt', mimeType: 'text/plain', buffer: Buffer.from(DIAGRAM) });
      await page.locator('#work-piece-G').waitFor();
      assert.deepEqual(await definitions(page), ['griffons.txt', 'second try', 'mygame']);
      await tool(page, 'Delete').click();
      await tool(page, 'Delete').click();
      await until(async () => (await definitions(page)).length === 2, 'one less');
      await page.keyboard.press('Escape');
      await page.reload();
      await page.keyboard.press('Escape');
      await page.click('#workshop');
      await cards(page).first().waitFor();
      assert.deepEqual(await definitions(page), ['second try', 'mygame']);
    }));

  it('tests the game: score, draws, length, choices, and the fate of the pieces', () =>
    inWorkshop(async (hands, page) => {
      await page.getByRole('tab', { name: 'Test' }).click();
      await page.locator('#work-panel-1 button.main').click();
      await page.locator('#work-panel-1 table').waitFor({ timeout: LONG });
      await page.locator('#work-panel-1 button', { hasText: 'Stop' }).click();
      await page.locator('#work-panel-1 progress').waitFor({ state: 'hidden', timeout: LONG });
      const facts = await page.locator('#work-panel-1 dl').innerText();
      assert.match(facts, /White’s score\s+\d+ % ± \d+ \(\+\d+ =\d+ −\d+\)/);
      assert.match(facts, /Length of a game\s+[\d.,]+ moves/);
      const row = await page.locator('#work-panel-1 tbody tr', { hasText: 'Dromedary' }).innerText();
      assert.match(row, /Dromedary\s+\d+ %/);
      assert.ok(!(await page.locator('#work-panel-1 button.main').isDisabled()), 'it can be tested again');
    }));

  it('says where lessons are not offered', { skip: !IS_SITE }, () =>
    inWorkshop(async (hands, page) => {
      await page.getByRole('tab', { name: 'Teach' }).click();
      await page.locator('#work-panel-2', { hasText: 'Teaching needs the program' }).waitFor();
      assert.ok(await page.locator('#work-panel-2 button.main').isDisabled());
    }));

  it('teaches the engine the game, stops, goes on, and plays with what was learned', { skip: IS_SITE }, () =>
    inWorkshop(async (hands, page) => {
      await page.getByRole('tab', { name: 'Teach' }).click();
      const panel = page.locator('#work-panel-2');
      await retype(page, page.locator('#lesson-time'), '100');
      await panel.locator('select').selectOption('1');
      await panel.locator('button.main').click();
      await panel.locator('pre', { hasText: 'learns mygame: 100:00:00' }).waitFor();
      // The game on the board is played meanwhile.
      await page.keyboard.press('Escape');
      await page.locator('#dialog-workshop').waitFor({ state: 'hidden' });
      await hands.begin('chess', { opponent: 'hand' });
      await hands.click('e2', 'e4');
      await page.click('#workshop');
      await panel.locator('button', { hasText: 'Stop' }).click();
      await panel.locator('button', { hasText: 'Save weights' }).waitFor({ timeout: LONG });
      const saved = await save(page, panel.locator('button', { hasText: 'Save weights' }));
      if (saved) assert.ok(saved.name === 'mygame.weights.txt' && saved.text.split('\n').length > 3, saved.name);
      await panel.locator('button.main').click();
      await panel.locator('pre', { hasText: 'goes on with mygame' }).waitFor();
      await panel.locator('button', { hasText: 'Stop' }).click();
      await panel.locator('.hint', { hasText: 'The lesson is over' }).waitFor({ timeout: LONG });
      await panel.locator('button', { hasText: 'Forget it' }).click();
      await panel.locator('button', { hasText: 'Save weights' }).waitFor({ state: 'detached' });
    }));

  it('is used with a finger', { skip: IN_FIREFOX }, () =>
    inWorkshop(async (hands, page) => {
      await page.getByRole('tab', { name: 'Test' }).tap();
      await page.locator('#work-panel-1 button.main').waitFor();
      await page.getByRole('tab', { name: 'Preview' }).tap();
      await page.locator('#work-piece-D button').tap();
      await page.locator('#dialog-drawing button', { hasText: 'lion' }).tap();
      await until(async () => (await text(page)).includes('d:lion'), 'the drawing in the text');
      const width = await page.evaluate(() => document.querySelector('#dialog-workshop').scrollWidth);
      assert.ok(width <= SCREENS.phone.viewport.width, `nothing is wider than the screen: ${width}`);
      await page.locator('#dialog-workshop [data-close]').first().tap();
      await page.locator('#dialog-workshop').waitFor({ state: 'hidden' });
    }, SCREENS.phone));
});

describe('the list of games', () => {
  it('is searched when it is long', () =>
    inWorkshop(async (hands, page) => {
      const many = Array.from({ length: 50 }, (_, index) => `[many-${index + 1}:chess]\ntitle = Game number ${index + 1}\n`);
      await write(page, many.join('\n'));
      await page.locator('#dialog-workshop section > select').waitFor();
      assert.equal(await page.locator('#dialog-workshop section > select option').count(), 50);
      await playButton(page).click();
      await hands.shows('many-1');
      await page.click('#new');
      await page.click('#dialog-new input[type=search]');
      await page.keyboard.type('number 37');
      const shown = page.locator('#dialog-new .games label:visible');
      assert.equal(await shown.count(), 1);
      await page.keyboard.press('Enter');
      await page.locator('#dialog-new button[type=submit]').click();
      await hands.shows('many-37');
      assert.equal(await page.locator('#title').innerText(), 'Game number 37');
    }));
});
