/** Short sounds, made and not recorded, so that nothing is loaded. Off unless switched on. */

import { recall, remember } from "./settings.js";

/** Pitch in hertz, length in seconds, loudness, wave. */
const SOUNDS = /** @type {const} */ ({
  seed: [520, 0.05, 0.12, "triangle"],
  place: [300, 0.08, 0.2, "triangle"],
  capture: [180, 0.16, 0.2, "square"],
  shrink: [90, 0.5, 0.25, "sawtooth"],
  end: [660, 0.4, 0.2, "sine"],
});

/** @type {AudioContext | null} */
let context = null;

export function soundsOn() {
  return recall("sounds") === "on";
}

/** @param {boolean} on */
export function switchSounds(on) {
  remember("sounds", on ? "on" : "off");
  if (on) playSound("place");
}

/** @param {keyof typeof SOUNDS} name */
export function playSound(name) {
  if (!soundsOn() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const [pitch, length, loudness, wave] = SOUNDS[name];
  const [start, end] = [context.currentTime, context.currentTime + length];
  const tone = new OscillatorNode(context, { frequency: pitch, type: wave });
  const volume = new GainNode(context, { gain: loudness });
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, end);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(end);
}
