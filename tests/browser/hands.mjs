/**
 * A person at the page: looks at it, clicks, drags, taps and types. Nothing of the page's inside is used, only what is
 * on the screen.
 */

import assert from 'node:assert/strict';

import { PATIENCE, SCREENS, profileOf } from './browser.mjs';
import { fenAfter } from './engine.mjs';

/** The place of a position, as links to the page have it. @returns {string} */
export function link(game, fen = null, moves = []) {
  const parts = [`game=${game}`];
  if (fen) parts.push(`fen=${encodeURIComponent(fen)}`);
  if (moves.length > 0) parts.push(`moves=${moves.map(encodeURIComponent).join('.')}`);
  return `#${parts.join('&')}`;
}

/** A tab with the page. */
export class Hands {
  /** What went wrong in the page: errors, refused scripts and styles, requests to other places. @type {string[]} */
  faults = [];
  /** Regular expressions for faults that a check brings about. @type {RegExp[]} */
  expected = [];

  constructor(page, address) {
    this.page = page;
    this.address = address;
  }

  /**
   * Opens a tab in a browser profile of its own.
   *
   * @param {import('playwright-core').Browser} browser
   * @param {string} address of the server
   * @param {object} [screen] one of {@link SCREENS}, or other options of a profile
   */
  static async open(browser, address, screen = SCREENS.desk) {
    const context = await browser.newContext(profileOf(screen));
    return Hands.tab(context, address);
  }

  /** Opens another tab of the same profile. */
  static async tab(context, address) {
    const hands = new Hands(await context.newPage(), address);
    const { page } = hands;
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => hands.faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) hands.faults.push(`${message.type()}: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(hands.address) && /^(http|ws)/.test(request.url()))
        hands.faults.push(`asks for ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) hands.faults.push(`${response.status()} for ${response.url()}`);
    });
    return hands;
  }

  /** Closes the tab and its profile; nothing may have gone wrong in it. */
  async leave() {
    await this.page.context().close();
    const faults = this.faults.filter((fault) => !this.expected.some((known) => known.test(fault)));
    assert.deepEqual(faults, [], 'faults in the page');
  }

  /** Visits a site that works offline once, until it keeps its files, and cuts the connection. */
  async goOffline() {
    await this.page.goto(this.address);
    await this.page.evaluate(() => navigator.serviceWorker.ready);
    await this.page.context().setOffline(true);
  }

  /** Opens a position by its address; both sides are moved by hand. */
  async look(game, fen = null, moves = []) {
    await this.page.goto('about:blank');
    await this.page.goto(this.address + link(game, fen, moves));
    await this.shows(game);
  }

  /** Opens the page as a newcomer does, without a place: it asks for a game. */
  async arrive() {
    await this.page.goto(this.address);
    await this.page.locator('#dialog-new[open]').waitFor();
  }

  /** Waits until the board of a game is shown. */
  async shows(game) {
    await this.page.waitForFunction(
      (name) => location.hash.startsWith(`#game=${name}`) && document.querySelector('use.piece'),
      game,
    );
    await this.page.locator('.board-picture').waitFor();
  }

  /**
   * Begins a game in the dialog for new games.
   *
   * @param {string} game
   * @param {{opponent?: 'hand'|'engine'|'self', side?: string, level?: number, time?: number, clock?: number[]}} [how]
   *   `time` in seconds a move; `clock` in minutes, and seconds a move
   */
  async begin(game, { opponent = 'hand', side = 'white', level = 0, time = 0.1, clock = null, start = null } = {}) {
    const { page } = this;
    const dialog = page.locator('#dialog-new');
    if (!(await dialog.isVisible())) await page.click('#new');
    await dialog.waitFor();
    await this.choose(dialog, 'game', game);
    if (start !== null) await dialog.locator('[name=start]').fill(String(start));
    await this.choose(dialog, 'opponent', opponent);
    if (opponent === 'engine') await this.choose(dialog, 'side', side);
    if (opponent !== 'hand') await dialog.locator('[name=level]').fill(String(level));
    if (clock) {
      await this.choose(dialog, 'pace', 'clock');
      await dialog.locator('[name=base]').fill(String(clock[0]));
      await dialog.locator('[name=increment]').fill(String(clock[1]));
    } else if (opponent !== 'hand') {
      await this.choose(dialog, 'pace', 'time');
      await dialog.locator('[name=time]').fill(String(time));
    } else {
      await this.choose(dialog, 'pace', 'none');
    }
    await dialog.locator('button[type=submit]').click();
    await dialog.waitFor({ state: 'hidden' });
    await this.shows(game);
  }

  /** Clicks on a choice of a form by what is to be seen of it. */
  async choose(form, name, value) {
    await form.locator('label', { has: this.page.locator(`input[name=${name}][value=${value}]`) }).click();
  }

  /** Opens a text, PGN or FEN or a link, in the dialog for it. */
  async load(text) {
    await this.page.click('#open');
    await this.page.fill('#open-text', text);
    await this.page.locator('#dialog-open button[type=submit]').click();
  }

  /** Waits until what was given to {@link load} is on the board. */
  loaded() {
    return this.page.locator('#dialog-open').waitFor({ state: 'hidden' });
  }

  /** @returns {Promise<string>} the FEN that the page offers to copy */
  async fen() {
    const { page } = this;
    await page.click('#save');
    await page.locator('#dialog-save[open]').waitFor();
    const fen = await page.locator('#save-fen').inputValue();
    await page.keyboard.press('Escape');
    await page.locator('#dialog-save').waitFor({ state: 'hidden' });
    return fen;
  }

  /** @returns {Promise<Object<string, string>>} the pieces that are drawn, by square */
  pieces() {
    return this.page.evaluate(() => {
      const drawn = [...document.querySelectorAll('.board-picture use.piece')].filter((use) => !use.closest('.beyond'));
      return Object.fromEntries(drawn.map((use) => [use.dataset.square, use.dataset.piece]));
    });
  }

  /** @returns {Promise<string>} the PGN that the page offers */
  async savedPgn() {
    await this.page.click('#save');
    await this.page.locator('#dialog-save[open]').waitFor();
    const pgn = await this.page.locator('#save-pgn').inputValue();
    await this.page.keyboard.press('Escape');
    await this.page.locator('#dialog-save').waitFor({ state: 'hidden' });
    return pgn;
  }

  /** Waits until these pieces are drawn, and no others. */
  async draws(pieces, why = '') {
    const sorted = (object) => JSON.stringify(Object.entries(object).sort());
    const deadline = Date.now() + PATIENCE;
    let drawn = await this.pieces();
    while (sorted(drawn) !== sorted(pieces) && Date.now() < deadline) {
      await this.page.waitForTimeout(15);
      drawn = await this.pieces();
    }
    assert.deepEqual(drawn, pieces, `the board ${why}`);
  }

  /** Waits until the picture of a folded board has stopped to widen or to shrink. */
  async settle() {
    await this.page.evaluate(async () => {
      const picture = document.querySelector('.board-picture');
      if (!picture.dataset.wide) return;
      const pause = () =>
        new Promise((done) => {
          setTimeout(done, 150);
        });
      for (let before = ''; before !== picture.getAttribute('viewBox');) {
        before = picture.getAttribute('viewBox');
        await pause();
      }
    });
  }

  /**
   * The middle of a square in the window.
   *
   * @param {string} name with `~` behind for the square's second place, beyond the edge of a folded board; a piece and `@`
   *   for a piece in hand
   * @returns {Promise<{x: number, y: number}>}
   */
  async point(name) {
    if (name.endsWith('@')) {
      const box = await this.page.locator(`.pocket-piece[data-from="${name}"]`).boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
    const point = await this.page.evaluate((wanted) => {
      const square = wanted.replace('~', '');
      const window = (rect) => {
        const { x, y, width, height } = rect.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      };
      const view = document.querySelector('.board-picture').getBoundingClientRect();
      const places = [...document.querySelectorAll(`.board-picture rect.square[data-square="${square}"]`)];
      const found = places.filter((rect) => Boolean(rect.closest('.beyond')) === wanted.endsWith('~')).map(window);
      return found.find(({ x }) => x > view.left && x < view.right) ?? null;
    }, name);
    assert.ok(point, `${name} is not to be seen`);
    return point;
  }

  /** Clicks on squares one after the other. */
  async click(...squares) {
    for (const square of squares) {
      await this.settle();
      const { x, y } = await this.point(square);
      await this.page.mouse.move(x, y);
      await this.page.mouse.down();
      await this.page.mouse.up();
    }
  }

  /** Drags a piece with the mouse. */
  async drag(from, to) {
    const start = await this.point(from);
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(start.x + 6, start.y + 6);
    await this.settle();
    const end = await this.point(to);
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Drags a tool of the palette, e.g. a piece, to a square. */
  async place(tool, square) {
    const box = await this.page.locator(`.palette-tool[data-tool="${tool}"]`).boundingBox();
    const { x, y } = await this.point(square);
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(x, y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Taps squares with a finger. */
  async tap(...squares) {
    for (const square of squares) {
      await this.settle();
      const { x, y } = await this.point(square);
      await this.page.touchscreen.tap(x, y);
    }
  }

  /** Drags a piece with a finger. */
  async swipe(from, to) {
    const touch = await this.page.context().newCDPSession(this.page);
    const send = (type, ...points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const start = await this.point(from);
    await send('touchStart', start);
    await send('touchMove', { x: start.x + 12, y: start.y + 12 });
    await this.settle();
    const end = await this.point(to);
    await send('touchMove', { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
    await send('touchMove', end);
    await send('touchEnd');
    await touch.detach();
  }

  /** Strokes over the page with a finger, up or down from a square. */
  async stroke(square, distance) {
    const touch = await this.page.context().newCDPSession(this.page);
    const send = (type, ...points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const { x, y } = await this.point(square);
    await send('touchStart', { x, y });
    for (let step = 1; step <= 12; step += 1) await send('touchMove', { x, y: y + (distance * step) / 12 });
    await send('touchEnd');
    await touch.detach();
  }

  /** Moves by the keyboard alone: a cursor on the focused board. */
  async keys(from, to) {
    const { keyboard } = this.page;
    await this.page.locator('.board-frame').focus();
    await keyboard.press('Escape');
    await keyboard.press('Enter');
    if (from.endsWith('@')) await this.page.locator(`.pocket-piece[data-from="${from}"]`).focus();
    else await this.steer(from);
    await keyboard.press('Enter');
    await this.settle();
    await this.steer(to);
    await keyboard.press('Enter');
  }

  /** Takes the cursor of the keyboard to a square. */
  async steer(square) {
    for (let step = 0; step < 30; step += 1) {
      const offset = await this.page.evaluate((name) => {
        const cursor = document.querySelector('.board-picture rect.cursor').getBoundingClientRect();
        const goal = document
          .querySelector(`.board-picture rect.square[data-square="${name}"]`)
          .getBoundingClientRect();
        return [Math.round((goal.x - cursor.x) / cursor.width), Math.round((goal.y - cursor.y) / cursor.height)];
      }, square);
      const [right, down] = offset;
      if (right === 0 && down === 0) return;
      await this.page.keyboard.press(
        right > 0 ? 'ArrowRight' : right < 0 ? 'ArrowLeft' : down > 0 ? 'ArrowDown' : 'ArrowUp',
      );
    }
    assert.fail(`the cursor does not come to ${square}`);
  }

  /** Types a move into the field for moves. */
  async type(text) {
    await this.page.fill('#entry', text);
    await this.page.press('#entry', 'Enter');
  }

  /** @returns {Promise<string[]>} the choices offered at a square */
  async choices() {
    await this.page.locator('.choices').waitFor();
    return this.page.locator('.choices button').allInnerTexts();
  }

  /** Answers the question at a square: presses the buttons whose texts match these patterns, in turn. */
  async answer(...labels) {
    for (const label of labels) {
      await this.page.locator('.choices').waitFor();
      const button = this.page.locator('.choices button').filter({ hasText: new RegExp(label, 'i') });
      assert.equal(await button.count(), 1, `"${label}" among the choices ${JSON.stringify(await this.choices())}`);
      await button.click();
    }
  }

  /**
   * Makes one of the legal moves, and answers what is asked about it.
   *
   * @param {object[]} legal the legal moves as the protocol has them
   * @param {object} move one of them
   * @param {'click'|'drag'|'tap'|'swipe'|'keys'} how
   */
  async make(legal, move, how) {
    const { from, to, again, verb, words } = move;
    const similar = legal.filter((other) => other.from === from && other.to === to && other.again === again);
    const isPiece = new Set(similar.map((other) => other.words)).size > 1;
    if (again) await this.arm();
    await (from === to && how !== 'keys' ? this.click(from, from) : this[how](from, to));
    const isUnpromoted = ['moves', 'captures'].includes(verb) && similar.some((other) => other.verb === 'becomes');
    if (isPiece) await this.answer(isUnpromoted ? 'stays an?' : `^\\s*${words.replace(/[()+]/g, '\\$&')}\\s*$`);
  }

  /** Makes ready to hand the token over with the next move. */
  async arm() {
    await this.page.locator('.board-picture .token').click();
  }

  /** @returns {Promise<string[]>} the squares to which the lifted piece can go, by their marks */
  targets() {
    return this.page.evaluate(() =>
      [
        ...new Set([...document.querySelectorAll('.board-picture [data-target]')].map((mark) => mark.dataset.target)),
      ].sort(),
    );
  }

  /**
   * Makes a turn. It is written `HOW SQUARE SQUARE [? CHOICE, CHOICE] = MOVE`, where HOW is `click`, `drag`, `tap`, `swipe`,
   * `keys` or `type`, perhaps with `arm` before it, and MOVE is what the engine calls it.
   *
   * @returns {Promise<string>} the move
   */
  async turn(text) {
    const parts = /^(arm )?(click|drag|tap|swipe|keys|type) (\S+)(?: (\S+))?(?: \? (.+?))? = (\S+)$/.exec(text);
    assert.ok(parts, `a turn is not written "${text}"`);
    const [, armed, how, from, to, answers, move] = parts;
    if (armed) await this.arm();
    await this[how](...[from, to].filter(Boolean));
    if (answers) await this.answer(...answers.split(', '));
    return move;
  }

  /**
   * Makes turns; after each the page must show the engine's position.
   *
   * @param {import('./engine.mjs').Engine} engine
   * @param {string} game
   * @param {?string} fen where they begin
   * @param {string[]} turns as {@link turn} has them
   */
  async plays(engine, game, fen, turns) {
    const moves = [];
    for (const turn of turns) {
      moves.push(await this.turn(turn));
      const expected = await fenAfter(game, fen, moves, engine.files);
      await this.draws((await engine.position(game, expected)).pieces, `after "${turn}"`);
      assert.equal(await this.fen(), expected, `the FEN after "${turn}"`);
    }
  }
}
