/** Lessons: the engine learns the game that is being written, and plays at once with what it has learned. */

import { actionButton, row } from './controls.js';
import { download, make, sentence } from './dom.js';
import { formatNumber, plural, t } from './language.js';
import { svgElement } from './svg.js';

/** The size of the curve's picture. */
const [WIDTH, HEIGHT] = [600, 150];

/** Shows lessons. Events: `learned`, with `game` and the files (`null`: to be forgotten); `end` of a lesson. */
export class LessonView extends EventTarget {
  #connection = null;
  #game = null;
  #points = [];

  /**
   * @param {() => import('./connection.js').Connection} connect makes a connection: lessons have one of their own, on
   *   which nothing else stops them
   * @param {() => {info: ?object, define: object[], learned: ?object}} source the game, and the requests that bring it
   */
  constructor(connect, source) {
    super();
    this.connect = connect;
    this.source = source;
    this.amount = make('input', { type: 'number', id: 'lesson-time', min: '0.1', max: '10000', step: 'any', value: '10', required: true });
    const units = [['60', t('minutes')], ['1', t('hours')]].map(([value, text]) => make('option', { value, text }));
    this.unit = make('select', { 'aria-label': t('Unit') }, ...units);
    this.start = actionButton(t('Teach'), 'play', () => this.#begin(), 'main');
    this.stop = actionButton(t('Stop'), 'pause', () => this.end());
    this.stop.hidden = true;
    this.note = make('p', { class: 'hint', role: 'status' });
    this.note.textContent = t('The engine plays against itself, learns from the results, and keeps what wins a match. You can play meanwhile.');
    this.curve = make('div', { class: 'work-curve' });
    this.log = make('pre', { lang: 'en', tabindex: '0', 'aria-label': t('Log'), hidden: true });
    this.known = row();
    const label = make('label', { for: 'lesson-time', text: t('Time') });
    const controls = row(label, this.amount, this.unit, this.start, this.stop);
    this.element = make('div', {}, controls, this.note, this.curve, this.log, this.known);
  }

  /** @returns {boolean} whether a lesson is under way */
  get isRunning() {
    return !this.stop.hidden;
  }

  /** Tells what can be done. @param {?object} hello what the server offers */
  refresh(hello) {
    const { info, learned } = this.source();
    const isOffered = hello?.abilities?.includes('teach') ?? true;
    this.start.disabled = !info || this.isRunning || !isOffered;
    if (!isOffered) this.note.textContent = t('Teaching needs the program: start “bactrian serve” on your computer.');
    this.known.replaceChildren();
    if (!info || !learned) return;
    const save = (label, name, content) =>
      content ? [actionButton(label, 'save', () => download(`${info.name}.${name}`, content, 'application/octet-stream'))] : [];
    const network = learned.network && Uint8Array.from(atob(learned.network), (letter) => letter.charCodeAt(0));
    this.known.append(
      t('{game} is played with what was learned.', { game: info.title }),
      ...save(t('Save weights'), 'weights.txt', learned.weights),
      ...save(t('Save network'), 'network.net', network),
      ...save(t('Save chances'), 'chances.txt', learned.chances),
      actionButton(t('Forget it'), 'trash', () => this.#tell('learned', { game: info.name, learned: null })),
    );
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Stops the lesson, which can go on later. */
  end() {
    this.stop.disabled = true;
    this.#connection?.request({ do: 'stop' }).catch(() => {});
  }

  async #begin() {
    const { info, define, learned } = this.source();
    if (!this.amount.reportValidity()) return;
    const game = info.name;
    if (this.#game !== game) this.#points = [];
    this.#game = game;
    [this.stop.hidden, this.stop.disabled, this.start.disabled] = [false, false, true];
    this.note.textContent = '';
    this.#connection ??= this.connect();
    // A server that comes back is told the game before the lesson goes on.
    this.#connection.preamble = () => [...define, ...(learned ? [{ do: 'weights', game, ...learned }] : [])];
    const hours = Number(this.amount.value) / Number(this.unit.value);
    try {
      for (const request of this.#connection.preamble()) await this.#connection.request(request);
      const answer = await this.#connection.request({ do: 'teach', game, hours }, (event) => this.#heard(game, event));
      this.#tell('learned', { game, learned: answer.learned });
      this.note.textContent = t('The lesson is over. “Teach” goes on from here.');
    } catch (error) {
      this.note.textContent = sentence(error.message);
    }
    this.#connection.preamble = () => [];
    this.stop.hidden = true;
    this.#tell('end');
  }

  #heard(game, { event, line, used, elo, learned }) {
    if (event === 'progress') {
      this.note.replaceChildren(make('span', { lang: 'en', text: line }));
    } else if (event === 'line') {
      this.log.hidden = false;
      this.log.append(`${line}\n`);
      this.log.scrollTop = this.log.scrollHeight;
    } else {
      this.#points.push({ time: used, elo: elo[0] ?? 0, error: elo[1] ?? 0 });
      this.#draw();
      if (learned) this.#tell('learned', { game, learned });
    }
  }

  /** Draws the Elo against the beginning after each round, with its error. */
  #draw() {
    const points = [{ time: 0, elo: 0, error: 0 }, ...this.#points];
    const last = points[points.length - 1];
    const low = Math.min(-20, ...points.map(({ elo, error }) => elo - error));
    const high = Math.max(60, ...points.map(({ elo, error }) => elo + error));
    const at = (point, value) => `${(WIDTH * point.time) / last.time},${(HEIGHT * (high - value)) / (high - low)}`;
    const line = (sign) => points.map((point) => at(point, point.elo + sign * point.error));
    const zero = (HEIGHT * high) / (high - low);
    const svg = svgElement(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      svgElement('polygon', { points: [...line(1), ...line(-1).reverse()].join(' ') }),
      svgElement('line', { x1: 0, x2: WIDTH, y1: zero, y2: zero }),
      svgElement('polyline', { points: line(0).join(' ') }),
    );
    const elo = `${last.elo < 0 ? '−' : '+'}${formatNumber(Math.abs(last.elo), 0)} ± ${formatNumber(last.error, 0)}`;
    const words = plural(this.#points.length, '{elo} Elo since the beginning, after {count} round', '{elo} Elo since the beginning, after {count} rounds', { elo });
    this.curve.replaceChildren(make('p', { text: words }), svg);
  }
}
