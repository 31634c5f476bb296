/** The analysis in figures: evaluation bar, best lines, and arrows on the board. */

import { describeScore } from './describe.js';
import { byId, make, tellError } from './dom.js';
import { formatCount, formatScore, isScored, whiteChances } from './evaluation.js';
import { t } from './language.js';
import { hidePreview, showPreview } from './preview.js';
import * as tree from './tree.js';

/** Moves of a line that are shown. */
const MOST_MOVES = 16;

/** Shows what an {@link import('./analysis.js').Analysis} finds. */
export class AnalysisView {
  #connection;
  #study;
  #analysis;
  #board;
  #frame = 0;
  #arrows = '';

  constructor(connection, study, game, analysis, board) {
    this.#connection = connection;
    this.#study = study;
    this.#analysis = analysis;
    this.#board = board;
    this.game = game;
    byId('analyse').addEventListener('change', ({ target }) => analysis.toggle(target.checked));
    byId('lines').addEventListener('change', ({ target }) => analysis.setLines(Number(target.value)));
    for (const event of ['change', 'progress']) analysis.addEventListener(event, () => this.#later());
    analysis.addEventListener('failed', ({ detail }) => tellError(detail));
    study.addEventListener('position', () => this.#later());
    game.addEventListener('change', () => this.#later());
    const list = byId('best-lines');
    list.addEventListener('click', ({ target }) => this.#play(target.closest('button')));
    list.addEventListener('pointerover', ({ target, pointerType }) => {
      if (pointerType === 'mouse') this.#preview(target.closest('button'));
    });
    list.addEventListener('pointerleave', hidePreview);
    list.addEventListener('focusin', ({ target }) => {
      if (target.matches(':focus-visible')) this.#preview(target);
    });
    list.addEventListener('focusout', hidePreview);
  }

  #later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.draw());
  }

  /** Draws everything. */
  draw() {
    const { on, results, lines } = this.#analysis;
    const shown = on ? results.filter(Boolean).slice(0, lines) : [];
    byId('analyse').checked = on;
    byId('analysis').classList.toggle('on', on);
    byId('score').textContent = shown[0] ? formatScore(shown[0]) : '';
    byId('figures').replaceChildren(
      ...(shown[0] ? figures(shown[0]) : [on ? this.#state() : '']).map((text) => make('span', { text })),
    );
    byId('lines').value = String(lines);
    this.#drawLines(on, shown, lines);
    this.#drawBar(on, shown[0]);
    this.#drawArrows(shown);
  }

  #state() {
    const { position } = this.#study;
    if (position?.moves.length === 0) return t('The game is over here.');
    if (this.#analysis.annotating) return t('Waits for the annotation.');
    return this.game.thinking ? t('The engine thinks about its move.') : '…';
  }

  #drawLines(on, shown, lines) {
    const list = byId('best-lines');
    list.hidden = !on;
    list.style.setProperty('--lines', lines);
    if (!on) hidePreview();
    while (list.children.length > shown.length) list.lastChild.remove();
    shown.forEach((line, index) => {
      const item =
        list.children[index] ??
        list.appendChild(make('li', {}, make('span', { class: 'value' }), make('span', { class: 'line' })));
      this.#fillLine(item, line);
    });
  }

  #fillLine(item, line) {
    const key = `${this.#study.node.number} ${line.depth} ${formatScore(line)} ${line.moves.join(' ')}`;
    if (item.dataset.key === key) return;
    item.dataset.key = key;
    const value = item.firstChild;
    value.textContent = formatScore(line);
    value.title = t('{score}, depth {depth}', { score: describeScore(line), depth: line.depth });
    value.className = `value ${(line.mate ?? line.score) < 0 ? 'black' : 'white'}`;
    const holdsFocus = item.contains(document.activeElement);
    const at = holdsFocus ? [...item.querySelectorAll('button')].indexOf(document.activeElement) : -1;
    item.lastChild.replaceChildren(...this.#moves(line));
    if (holdsFocus) item.querySelectorAll('button')[Math.max(0, at)]?.focus();
  }

  /** The moves of a line; numbered throughout where the sides move in turn. */
  #moves(line) {
    const { side, number } = this.#study.position;
    const alternate = !this.#study.info()?.doubleTurns;
    const moves = line.moves.slice(0, MOST_MOVES);
    return moves.flatMap((move, index) => {
      const ply = (side === 'black' ? 1 : 0) + index;
      const label = `${number + Math.floor(ply / 2)}${ply % 2 === 0 ? '.' : '…'}`;
      const numbered = index === 0 || (alternate && ply % 2 === 0);
      const button = make('button', {
        type: 'button',
        class: 'move',
        tabindex: index === 0 ? '0' : '-1',
        text: line.san[index] ?? move,
      });
      button.moves = line.moves.slice(0, index + 1);
      button.node = this.#study.node;
      return numbered ? [make('span', { class: 'number', text: label }), button] : [button];
    });
  }

  #drawBar(on, best) {
    const bar = byId('bar');
    const { node, flip, position } = this.#study;
    const known = best ?? (isScored(node) ? node : null);
    bar.hidden = !on;
    byId('stage').classList.toggle('with-bar', on);
    bar.classList.toggle('flipped', flip);
    const ended = position?.ending && position.moves.length === 0 ? position.ending.result : null;
    const chances = ended ? ({ '1-0': 1, '0-1': 0 }[ended] ?? 0.5) : known ? whiteChances(known) : null;
    if (chances === null) return;
    const { above, below } = this.#board.margins;
    byId('bar-body').style.inset = `${100 * above}% 0 ${100 * below}%`;
    const percent = Math.round(chances * 1000) / 10;
    byId('bar-white').style.height = `${percent}%`;
    bar.setAttribute('aria-valuenow', String(Math.round(percent)));
    bar.setAttribute('aria-valuetext', ended ?? `${formatScore(known)}: ${describeScore(known)}`);
    const label = byId('bar-score');
    label.textContent = ended
      ? ''
      : formatScore(known)
          .replace(/^[≤≥]?[+−]?/, '')
          .replace(/([.,]\d)\d$/, '$1');
    label.className = chances >= 0.5 ? 'white' : 'black';
  }

  #drawArrows(shown) {
    const legal = this.#study.position?.moves ?? [];
    const arrows = shown
      .map((line, index) => {
        const move = legal.find((candidate) => candidate.move === line.moves[0]);
        return move ? { from: move.from, to: move.to, rank: index + 1 } : null;
      })
      .filter(Boolean);
    const key = `${this.#study.flip}${this.#study.node.move}${JSON.stringify(arrows)}`;
    if (key === this.#arrows) return;
    this.#arrows = key;
    this.#board.arrows = arrows;
  }

  #preview(button) {
    if (!button?.moves || button.node !== this.#study.node) return;
    const place = this.#study.place(button.node);
    showPreview(
      this.#connection,
      { ...place, moves: [...place.moves, ...button.moves] },
      this.#study.flip,
      button.getBoundingClientRect(),
    );
  }

  /** Plays a line up to the move that was clicked: as moves of the game, or as a variation. */
  async #play(button) {
    if (!button?.moves || button.node !== this.#study.node) return;
    hidePreview();
    if (this.game.withEngine) return;
    const place = this.#study.place(button.node);
    try {
      const { last } = await this.#connection.request({
        do: 'position',
        history: true,
        ...place,
        moves: [...place.moves, ...button.moves],
      });
      let { node } = button;
      for (const move of last.slice(-button.moves.length)) node = tree.addMove(node, move);
      this.#study.changed();
      await this.#study.go(node);
    } catch (error) {
      tellError(error);
    }
  }
}

/** Two short lines: depth, and how much work it was. */
function figures({ depth, selectiveDepth, nodes, speed }) {
  const work = [];
  if (Number.isFinite(nodes)) work.push(t('{count} nodes', { count: formatCount(nodes) }));
  if (Number.isFinite(speed) && speed > 0) work.push(`${formatCount(speed)}/s`);
  return [t('depth {depth}', { depth: `${depth}${selectiveDepth ? `/${selectiveDepth}` : ''}` }), work.join(' ·\u00a0')];
}
