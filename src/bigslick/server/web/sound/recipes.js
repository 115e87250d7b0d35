/**
 * The sounds of the table, made from tones and noise. Loaded after the first click or key, so the first visit does not
 * wait for it; it imports nothing, because the page has loaded everything else already.
 */

/**
 * One layer of a sound: a tone that slides from one pitch to another, or noise through a filter. It rises, then falls.
 * Times are in seconds, pitches in hertz; `loud` is its peak.
 * @typedef {{
 *   wave: OscillatorType | "noise",
 *   pitch: number,
 *   to?: number,
 *   filter?: BiquadFilterType,
 *   sharp?: number,
 *   at: number,
 *   rise?: number,
 *   fall: number,
 *   loud: number,
 * }} Layer
 */

/** @typedef {"deal" | "check" | "chips" | "raise" | "fold" | "all_in" | "win" | "turn"} Sound */

const RISE = 0.002;
/** Where an exponential fall counts as silent. */
const SILENT = 0.0001;

/** Two clay chips that meet: two partials out of tune, and a tick. @param {number} at @param {number} high @param {number} loud @returns {Layer[]} */
const clack = (at, high, loud) => [
  { wave: "sine", pitch: 2_350 * high, at, fall: 0.06, loud: 0.3 * loud },
  { wave: "sine", pitch: 3_910 * high, at, fall: 0.04, loud: 0.2 * loud },
  { wave: "noise", filter: "bandpass", pitch: 5_200 * high, sharp: 1.2, at, fall: 0.025, loud: 0.7 * loud },
];

/** A knuckle on the table. @param {number} at @param {number} loud @returns {Layer[]} */
const knock = (at, loud) => [
  { wave: "sine", pitch: 210, to: 95, at, fall: 0.12, loud: 0.6 * loud },
  { wave: "noise", filter: "lowpass", pitch: 1_300, at, fall: 0.04, loud: 0.5 * loud },
];

/** A note of a bell. @param {number} at @param {number} pitch @param {number} fall @param {number} loud @returns {Layer[]} */
const bell = (at, pitch, fall, loud) => [
  { wave: "sine", pitch, at, rise: 0.012, fall, loud },
  { wave: "sine", pitch: 2.76 * pitch, at, fall: 0.3 * fall, loud: 0.14 * loud },
];

/** @type {Record<Sound, Layer[]>} */
export const RECIPES = {
  deal: [
    {
      wave: "noise",
      filter: "bandpass",
      pitch: 2_200,
      to: 5_600,
      sharp: 0.9,
      at: 0,
      rise: 0.03,
      fall: 0.06,
      loud: 0.55,
    },
    { wave: "noise", filter: "highpass", pitch: 3_200, at: 0.055, fall: 0.03, loud: 0.35 },
  ],
  check: [...knock(0, 0.8), ...knock(0.15, 1)],
  chips: [...clack(0, 1, 0.7), ...clack(0.055, 1.08, 0.9), ...clack(0.13, 0.96, 0.6)],
  raise: [
    ...[0, 0.05, 0.095, 0.14, 0.2, 0.27].flatMap((at, index) => clack(at, 0.9 + 0.05 * index, 0.55 + 0.07 * index)),
    { wave: "sine", pitch: 160, to: 80, at: 0.26, fall: 0.16, loud: 0.4 },
  ],
  fold: [
    { wave: "noise", filter: "lowpass", pitch: 2_600, to: 500, at: 0, rise: 0.05, fall: 0.24, loud: 0.4 },
    { wave: "noise", filter: "bandpass", pitch: 1_500, sharp: 0.8, at: 0.16, fall: 0.06, loud: 0.3 },
  ],
  all_in: [
    { wave: "noise", filter: "bandpass", pitch: 500, to: 2_600, sharp: 0.8, at: 0, rise: 0.22, fall: 0.3, loud: 0.4 },
    ...[0.08, 0.13, 0.17, 0.22, 0.26, 0.31, 0.37, 0.42, 0.5, 0.6].flatMap((at, index) =>
      clack(at, 1.1 - 0.03 * index, 0.4 + 0.03 * (index % 4)),
    ),
    { wave: "sine", pitch: 110, to: 46, at: 0.24, rise: 0.02, fall: 0.7, loud: 0.5 },
  ],
  win: [
    ...bell(0, 392, 0.45, 0.2),
    ...bell(0.11, 493.88, 0.5, 0.2),
    ...bell(0.22, 587.33, 0.6, 0.2),
    ...bell(0.34, 783.99, 0.9, 0.26),
    ...[0.4, 0.47, 0.53, 0.61].flatMap((at) => clack(at, 1, 0.28)),
  ],
  turn: [
    { wave: "sine", pitch: 659.25, at: 0, rise: 0.012, fall: 0.5, loud: 0.34 },
    { wave: "sine", pitch: 987.77, at: 0.13, rise: 0.012, fall: 0.5, loud: 0.34 },
  ],
};

/** A sound's length in seconds. @param {Sound} sound */
export const lengthOf = (sound) => Math.max(...RECIPES[sound].map(({ at, rise = RISE, fall }) => at + rise + fall));

/** Half a second of noise, the same each time. @param {BaseAudioContext} audio */
function noiseFor(audio) {
  const noise = new AudioBuffer({ length: audio.sampleRate / 2, sampleRate: audio.sampleRate });
  const samples = noise.getChannelData(0);
  let state = 1;
  for (let index = 0; index < samples.length; index++) {
    state = (state * 48_271) % 2_147_483_647;
    samples[index] = (2 * state) / 2_147_483_647 - 1;
  }
  return noise;
}

/** Makes sounds in one audio context, live or offline. */
export class Synth {
  /** @param {BaseAudioContext} audio @param {AudioNode} out */
  constructor(audio, out) {
    this.audio = audio;
    this.out = out;
    this.noise = noiseFor(audio);
  }

  /** @param {Sound} sound @param {number} start */
  play(sound, start) {
    for (const layer of RECIPES[sound]) this.add(layer, start + layer.at);
  }

  /** @param {Layer} layer @param {number} at */
  add({ wave, pitch, to = pitch, filter, sharp = 0.7, rise = RISE, fall, loud }, at) {
    const { audio } = this;
    const end = at + rise + fall;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loud, at + rise);
    volume.gain.exponentialRampToValueAtTime(SILENT, end);
    /** @param {AudioParam} frequency */
    const slide = (frequency) => {
      frequency.setValueAtTime(pitch, at);
      if (to !== pitch) frequency.exponentialRampToValueAtTime(to, end);
    };
    if (wave === "noise") {
      const source = new AudioBufferSourceNode(audio, { buffer: this.noise, loop: true });
      const shaped = new BiquadFilterNode(audio, { type: filter, Q: sharp });
      slide(shaped.frequency);
      source.connect(shaped).connect(volume).connect(this.out);
      source.start(at);
      source.stop(end);
      return;
    }
    const source = new OscillatorNode(audio, { type: wave });
    slide(source.frequency);
    source.connect(volume).connect(this.out);
    source.start(at);
    source.stop(end);
  }
}
