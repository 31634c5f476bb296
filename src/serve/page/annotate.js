/** The button that has the engine look at the whole game, and its progress. */

import { actionButton } from './controls.js';
import { byId, make, tell, tellError } from './dom.js';
import { t } from './language.js';
import * as tree from './tree.js';

/** How long each position is looked at, in milliseconds. */
const DEPTHS = [
  [200, t('quick')],
  [1000, t('normal')],
  [5000, t('thorough')],
];

/** Offers annotation of the game on the board. */
export class Annotator {
  #study;
  #game;
  #analysis;
  #time = 200;

  constructor(study, game, analysis) {
    this.#study = study;
    this.#game = game;
    this.#analysis = analysis;
    for (const event of ['open', 'tree']) study.addEventListener(event, () => this.draw());
    game.addEventListener('change', () => this.draw());
    analysis.addEventListener('progress', () => this.draw());
  }

  /** Draws the button, or how far the work has come. */
  draw() {
    const box = byId('annotate');
    const { annotating } = this.#analysis;
    const wanted = this.#study.tree.root.children.length > 0 && !this.#game.running;
    box.hidden = !wanted && !annotating;
    if (box.hidden) return;
    if (annotating) this.#drawProgress(box, annotating);
    else if (box.dataset.state !== 'button') this.#drawButton(box);
  }

  #drawButton(box) {
    box.dataset.state = 'button';
    const choice = make(
      'select',
      {
        'aria-label': t('How long each move is looked at'),
        onchange: ({ target }) => {
          this.#time = Number(target.value);
        },
      },
      ...DEPTHS.map(([time, name]) =>
        make('option', { value: String(time), text: name, selected: time === this.#time }),
      ),
    );
    box.replaceChildren(
      actionButton(t('Annotate the game'), 'chart', () => this.#run()),
      choice,
    );
  }

  #drawProgress(box, { done, of }) {
    if (box.dataset.state !== 'progress') {
      box.dataset.state = 'progress';
      const stop = make('button', {
        type: 'button',
        class: 'quiet',
        text: t('Stop'),
        onclick: () => this.#analysis.stopAnnotating(),
      });
      box.replaceChildren(make('progress', { 'aria-label': t('Annotation') }), make('span', { class: 'done' }), stop);
    }
    const [bar, label] = box.children;
    if (of > 0) {
      bar.max = of;
      bar.value = done;
    }
    label.textContent = of > 0 ? t('{done} of {of}', { done, of }) : t('begins …');
  }

  async #run() {
    const { tree: annotated } = this.#study;
    try {
      const record = await this.#analysis.annotate(tree.toRecord(annotated), { time: this.#time });
      if (this.#study.tree === annotated) this.#adopt(record);
    } catch (error) {
      tellError(error);
    }
  }

  /** The moves on the board stay the same nodes where they can, so that the place in the game is kept. */
  #adopt(record) {
    const { tree: old, node } = this.#study;
    const moves = tree.movesTo(node);
    const annotated = tree.fromRecord(record);
    old.root = annotated.root;
    // The node changes at once, before others hear of the new tree.
    this.#study.go(tree.nodeOfMoves(old, moves), { animate: false }).catch(tellError);
    this.#study.changed();
    this.#game.reset();
    tell(t('The game is annotated.'));
  }
}
