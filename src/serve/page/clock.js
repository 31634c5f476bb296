/** Two chess clocks. Times are in milliseconds. */

/** A side that has less than this sees tenths of seconds. */
const TENTHS_BELOW = 20_000;

/** @returns {string} `1:02:03`, `4:05`, `0:09.3` */
export function formatTime(time) {
  const left = Math.max(0, time);
  if (left < TENTHS_BELOW) return `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, '0')}`;
  const seconds = Math.ceil(left / 1000);
  const two = (value) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The clocks of a game. They stand until `start`. */
export class Clock {
  #running = null;
  #since = 0;

  /**
   * @param {number} base
   * @param {number} increment added after each turn
   * @param {() => number} now
   */
  constructor(base, increment, now = () => performance.now()) {
    this.increment = increment;
    this.now = now;
    this.left = { white: base, black: base };
  }

  /** @returns {string|null} whose clock runs */
  get running() {
    return this.#running;
  }

  /** @returns {number} what `side` has left now */
  time(side) {
    const used = this.#running === side ? this.now() - this.#since : 0;
    return this.left[side] - used;
  }

  /** Lets the clock of `side` run and the other stand. */
  start(side) {
    if (this.#running === side) return;
    this.stop();
    this.#running = side;
    this.#since = this.now();
  }

  /** Stops both. */
  stop() {
    if (!this.#running) return;
    this.left[this.#running] = this.time(this.#running);
    this.#running = null;
  }

  /** `side` has moved: it gets its increment if its clock ran, and the clock of `next` runs. */
  press(side, next) {
    if (this.#running === side) this.left[side] += this.increment;
    this.stop();
    this.start(next);
  }

  /** @returns {{white: number, black: number}} what both have left now */
  times() {
    return { white: this.time('white'), black: this.time('black') };
  }

  /** Sets both, and stops them. */
  set(times) {
    this.#running = null;
    this.left = { white: times.white, black: times.black };
  }

  /** @returns {string|null} the side whose time is over */
  fallen() {
    const side = this.#running;
    return side && this.time(side) <= 0 ? side : null;
  }

  /** @returns {object} the limits of a search by this clock */
  limits() {
    const whole = (side) => Math.max(1, Math.round(this.time(side)));
    const { increment } = this;
    return { white: whole('white'), black: whole('black'), whiteIncrement: increment, blackIncrement: increment };
  }
}
