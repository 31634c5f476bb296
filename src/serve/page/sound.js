/** Sounds of moves, made here: a knock for a move, a deeper one for a capture, two for a check, three at the end. */

import { preferences } from './preferences.js';

/** The knocks of each sound: when (seconds), how high (hertz). */
const SOUNDS = {
  move: [[0, 520]],
  capture: [[0, 260], [0.05, 340]],
  check: [[0, 520], [0.1, 780]],
  end: [[0, 520], [0.14, 390], [0.28, 260]],
};

let audio = null;

function knock(start, pitch) {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const at = audio.currentTime + start;
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.09);
  volume.gain.setValueAtTime(0.25, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.13);
}

function play(name) {
  if (!preferences.get('sounds')) return;
  audio ??= new AudioContext();
  audio.resume().then(() => SOUNDS[name].forEach(([start, pitch]) => knock(start, pitch)));
}

/** Lets moves of a game be heard, if that is wanted. */
export function connectSounds(study, game) {
  game.addEventListener('ended', () => play('end'));
  study.addEventListener('position', ({ detail }) => {
    const { node, position } = study;
    // A step back is silent.
    if (!detail.from || node.parent !== detail.from) return;
    const isCapture = position.last.at(-1)?.captures.length > 0;
    play(position.ending ? 'end' : position.check.length > 0 ? 'check' : isCapture ? 'capture' : 'move');
  });
}
