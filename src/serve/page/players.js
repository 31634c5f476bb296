/** The players beside the board, their clocks, what can be done in the game, and how it ended. */

import { formatTime } from './clock.js';
import { actionButton } from './controls.js';
import { resultWords, sideName } from './describe.js';
import { byId, make, tell, tellError } from './dom.js';
import { ofEngine, plural, t } from './language.js';
import * as tree from './tree.js';

/** How often clocks are drawn, in milliseconds. */
const TICK = 100;

/** Shows both players, the state of the game and its actions. */
export class Players {
  #study;
  #game;
  #board;
  #captured;
  #clocks = {};

  /**
   * @param {object} handlers `rematch` and `analyse`, for a game that has ended; `toggleToken`
   */
  constructor(study, game, board, captured, handlers) {
    this.#study = study;
    this.#game = game;
    this.#board = board;
    this.#captured = captured;
    board.addEventListener('arm', ({ detail }) => this.#armed(detail.armed));
    this.handlers = handlers;
    board.addEventListener('token', ({ detail }) => this.#tellToken(detail.isKept));
    for (const event of ['open', 'position', 'tree', 'flip']) study.addEventListener(event, () => this.draw());
    game.addEventListener('change', () => this.draw());
    game.addEventListener('offer', () => tell(t('The engine offers a draw. Accept it below the moves, or play on.')));
    game.addEventListener('moved', ({ detail }) => this.#tellSecondTurn(detail.before.side, detail.move));
    setInterval(() => this.#drawClocks(), TICK);
  }

  /** Draws everything that is not a clock, and the clocks. */
  draw() {
    const bottom = this.#study.flip ? 'black' : 'white';
    this.#drawPlayer(byId('player-top'), tree.opponent(bottom));
    this.#drawPlayer(byId('player-bottom'), bottom);
    this.#drawOutcome();
    this.#drawActions();
    this.#drawClocks();
  }

  #drawPlayer(strip, side) {
    const { position } = this.#study;
    const moves = position?.side === side && !position.ending;
    const thinks = this.#game.thinking && tree.sideAfter(this.#study.tree, this.#game.thinking.node) === side;
    const tokens = (position?.details ?? []).filter((detail) => detail.kind === 'token' && detail.side === side);
    const clock = make('time', { class: 'clock', role: 'timer', hidden: !this.#game.clock });
    this.#clocks[side] = clock;
    strip.classList.toggle('moves', moves);
    strip.replaceChildren(
      make('span', { class: `disc ${side}`, role: 'img', 'aria-label': sideName(side) }),
      make('span', { class: 'name', text: this.#game.playerName(side) }),
      ...tokens.map((token) => this.#token(token, moves)),
      ...checksLeft(position, side),
      make('span', { class: 'state', text: thinks ? t('thinking …') : moves ? this.#turnWords(side) : '' }),
      this.#captured.of(side),
      clock,
    );
  }

  /** A person sees two moves of the engine in a row: why, and who has the token now. */
  #tellSecondTurn(side, { again, token: name }) {
    const isEngine = this.#game.running && this.#game.human === tree.opponent(side);
    const token = ofEngine(name);
    if (isEngine && again && token)
      tell(t('{side} hands the {token} over to you and moves twice.', { side: sideName(side), token }));
  }

  /** Whose turn it is, for the eye; the person who plays the engine is spoken to. */
  #turnWords(side) {
    const { node } = this.#study;
    if (node.again && node.side === side) return t('second move');
    return this.#game.running && this.#game.human === side ? t('your move') : t('to move');
  }

  /** What a side has; on its turn it may be handed over with the next move. */
  #token({ name: token, side }, moves) {
    const name = ofEngine(token);
    const isOwn = this.#game.movable === 'both' || this.#game.movable === side;
    const canArm = moves && isOwn && this.#study.position.moves.some(({ again }) => again);
    if (!canArm) return make('span', { class: 'token', text: name });
    return make('button', {
      type: 'button',
      class: 'token',
      'aria-pressed': String(this.#board.armed),
      title: t('Hand the {token} over with the next move, and move again (C)', { token: name }),
      text: this.#board.armed ? t('{token}: you move twice', { token: name }) : name,
      onclick: this.handlers.toggleToken,
    });
  }

  #armed(isArmed) {
    this.draw();
    const token = ofEngine(this.#study.position?.moves.find((move) => move.token)?.token);
    if (token && isArmed)
      tell(t('Your next move hands the {token} over; then you move again. Click it once more to keep it.', { token }));
  }

  /** What the token is, to who pressed it in vain, or that it cannot go with a move. */
  #tellToken(isKept) {
    const detail = this.#study.position?.details.find(({ kind }) => kind === 'token');
    if (!detail) return;
    const token = ofEngine(detail.name);
    if (isKept) tell(t('The {token} cannot be handed over with this move. Click the {token} to keep it.', { token }));
    else
      tell(
        t('{side} has the {token}. Who has it may hand it over with a move, and moves once more.', {
          side: sideName(detail.side),
          token,
        }),
      );
  }

  #drawClocks() {
    const { clock } = this.#game;
    if (!clock) return;
    for (const side of ['white', 'black']) {
      const shown = this.#clocks[side];
      const time = clock.time(side);
      const text = formatTime(time);
      if (shown.textContent !== text) shown.textContent = text;
      shown.classList.toggle('runs', clock.running === side);
      shown.classList.toggle('short', clock.running === side && time < 20_000);
    }
  }

  #drawOutcome() {
    const { result, termination } = this.#study.tree;
    const { position } = this.#study;
    const over = result !== '*' && !this.#game.running;
    const here = position?.ending ?? null;
    const box = byId('outcome');
    box.hidden = !over && !here;
    if (box.hidden) return;
    const shown = over ? result : here.result;
    const words = ofEngine(over ? termination : here.words) || resultWords(shown);
    const parts = [
      make('strong', { text: shown === '1/2-1/2' ? '½–½' : shown.replace('-', '–') }),
      make('span', { text: words[0].toUpperCase() + words.slice(1) }),
    ];
    if (over && this.#isPlayed()) parts.push(...this.#afterwards());
    box.replaceChildren(...parts);
  }

  #afterwards() {
    const { rematch, analyse } = this.handlers;
    const button = (text, onclick) => make('button', { type: 'button', class: 'quiet', text, onclick });
    return [button(t('Rematch'), rematch), button(t('Analyse'), analyse)];
  }

  /** Whether the game on the board was played here: against the engine, or with clocks. */
  #isPlayed() {
    const { players, clock } = this.#game.setup;
    return Object.values(players).includes('engine') || clock !== null;
  }

  #drawActions() {
    const game = this.#game;
    const { setup, running } = game;
    const watching = setup.players.white === 'engine' && setup.players.black === 'engine';
    const over = this.#study.tree.result !== '*';
    const items = [
      !watching && this.#canTakeBack() && [t('Take back'), 'back', () => game.takeBack().catch(tellError), !game.back],
      running && !watching && [t('Resign'), 'flag', () => this.#resign(), !game.live.parent],
      running && !watching && [
        game.isDrawOffered ? t('Accept the draw') : t('Offer draw'),
        'draw',
        () => this.#offerDraw().catch(tellError),
        !game.live.parent,
      ],
      running && watching && [t('Hold'), 'pause', () => game.pause(), false],
      !running && this.#isPlayed() && !over && [t('Go on'), 'play', () => game.resume(), false],
    ].filter(Boolean);
    const bar = byId('actions');
    const key = items.map(([label, , , disabled]) => `${label}${disabled}`).join();
    if (bar.dataset.key === key) return;
    bar.dataset.key = key;
    bar.replaceChildren(
      ...items.map(([label, symbol, act, disabled]) => actionButton(label, symbol, act, 'quiet', disabled)),
    );
    bar.hidden = items.length === 0;
  }

  /** Whether moves can be taken back: also after the end of a game that was played here, unless another line is shown. */
  #canTakeBack() {
    return this.#game.running || (this.#isPlayed() && this.#study.tree.result !== '*');
  }

  #resign() {
    const button = byId('actions').querySelectorAll('button')[1];
    if (button.dataset.sure) {
      this.#game.resign();
      return;
    }
    button.dataset.sure = 'yes';
    button.classList.add('sure');
    button.querySelector('span').textContent = t('Really resign?');
    setTimeout(() => {
      byId('actions').dataset.key = '';
      this.#drawActions();
    }, 3000);
  }

  async #offerDraw() {
    const agreed = await this.#game.offerDraw();
    if (!agreed) tell(t('The engine declines the draw.'));
  }
}

/** How many more checks win the game for a side, where that is counted. */
function checksLeft(position, side) {
  const counts = (position?.details ?? []).filter((detail) => detail.kind === 'checks' && detail.side === side);
  return counts.map(({ left }) =>
    make('span', { class: 'token', text: `+${left}`, title: plural(left, '{count} more check wins', '{count} more checks win') }),
  );
}
