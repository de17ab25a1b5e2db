/*
 * What each sound is made of, and how it is written into an audio context.
 *
 * SPDX-License-Identifier: MIT
 */
/** A tone: pitch in hertz (gliding to `to`), when and how long in seconds, how loud from 0 to 1. */
interface Tone {
  at: number;
  pitch: number;
  to?: number;
  long: number;
  loud: number;
  wave?: OscillatorType;
  /** how long it swells before it fades; a short one is struck, a long one is blown */
  swell?: number;
}

/** A rustle: noise through a filter around a pitch. */
interface Rustle {
  at: number;
  pitch: number;
  to?: number;
  long: number;
  loud: number;
}

interface Score {
  tones?: Tone[];
  rustles?: Rustle[];
}

/** A bell: a note and two of its overtones, each softer and shorter. */
const bell = (at: number, pitch: number, loud: number, long = 0.7): Tone[] => [
  { at, pitch, long, loud },
  { at, pitch: pitch * 2, long: long * 0.6, loud: loud * 0.35 },
  { at, pitch: pitch * 3.01, long: long * 0.3, loud: loud * 0.15 },
];

/** A piece of wood put down. */
const knock = (at: number, pitch: number): Score => ({
  tones: [{ at, pitch, to: pitch * 0.55, long: 0.11, loud: 0.4 }],
  rustles: [{ at, pitch: 1900, long: 0.02, loud: 0.16 }],
});

const together = (...parts: Score[]): Score => ({
  tones: parts.flatMap((part) => part.tones ?? []),
  rustles: parts.flatMap((part) => part.rustles ?? []),
});

const scores = {
  /** a card is drawn */
  card: (): Score => ({ rustles: [{ at: 0, pitch: 3400, to: 1500, long: 0.09, loud: 0.3 }] }),
  /** tickets are drawn, cards are dealt */
  shuffle: (): Score => ({ rustles: [0, 1, 2, 3].map((i) => ({ at: i * 0.055, pitch: 2600 + 400 * (i % 2), to: 1500, long: 0.07, loud: 0.2 })) }),
  /** a route is claimed: one knock for each space */
  claim: (spaces: number): Score => together(...Array.from({ length: Math.min(spaces, 9) }, (_, i) => knock(i * 0.07, 210 + 14 * i))),
  /** a station is built */
  station: (): Score => together(knock(0, 170), knock(0.13, 240)),
  /** passengers come along */
  passenger: (): Score => ({ tones: [{ at: 0, pitch: 420, to: 760, long: 0.12, loud: 0.25 }, { at: 0.1, pitch: 520, to: 940, long: 0.12, loud: 0.22 }] }),
  /** a ticket is complete */
  ticket: (): Score => ({ tones: [...bell(0, 784, 0.2), ...bell(0.1, 988, 0.2), ...bell(0.2, 1175, 0.24, 0.9)] }),
  /** a tunnel is about to turn its cards */
  tunnel: (): Score => ({
    tones: [0, 1, 2, 3, 4, 5].map((i) => ({ at: i * 0.13, pitch: 92 + i * 7, long: 0.16, loud: 0.14 + i * 0.035, wave: "triangle" as const, swell: 0.04 })),
    rustles: [{ at: 0, pitch: 160, to: 420, long: 0.85, loud: 0.16 }],
  }),
  /** it is your turn: the two notes of a station's loudspeaker */
  turn: (): Score => ({ tones: [...bell(0, 659, 0.2, 0.6), ...bell(0.2, 523, 0.22, 0.9)] }),
  /** the last round begins: a horn, twice */
  last: (): Score => ({
    tones: [0, 0.34].flatMap((at, i) => [311, 392, 466].map((pitch) => ({ at, pitch, long: i === 0 ? 0.24 : 0.7, loud: 0.13, wave: "triangle" as const, swell: 0.05 }))),
  }),
  /** the game is over */
  end: (): Score => ({ tones: [523, 659, 784, 1047, 1319].flatMap((pitch, i) => bell(i * 0.13, pitch, 0.18, i === 4 ? 1.4 : 0.6)) }),
  /** somebody has said something */
  message: (): Score => ({ tones: [{ at: 0, pitch: 880, to: 990, long: 0.09, loud: 0.14 }, { at: 0.08, pitch: 1175, long: 0.14, loud: 0.14 }] }),
  /** something cannot be done */
  refused: (): Score => ({ tones: [{ at: 0, pitch: 196, to: 165, long: 0.16, loud: 0.2, wave: "triangle" }] }),
};

export type SoundName = keyof typeof scores;

function addTone(context: BaseAudioContext, out: AudioNode, start: number, { at, pitch, to, long, loud, wave = "sine", swell = 0.006 }: Tone): void {
  const source = context.createOscillator();
  const level = context.createGain();
  const begin = start + at;
  source.type = wave;
  source.frequency.setValueAtTime(pitch, begin);
  if (to) source.frequency.exponentialRampToValueAtTime(to, begin + long);
  level.gain.setValueAtTime(0.0001, begin);
  level.gain.exponentialRampToValueAtTime(loud, begin + swell);
  level.gain.exponentialRampToValueAtTime(0.0001, begin + long);
  source.connect(level).connect(out);
  source.start(begin);
  source.stop(begin + long + 0.02);
}

function addRustle(context: BaseAudioContext, out: AudioNode, start: number, { at, pitch, to, long, loud }: Rustle): void {
  const samples = context.createBuffer(1, Math.ceil(context.sampleRate * long), context.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const level = context.createGain();
  const begin = start + at;
  source.buffer = samples;
  filter.type = "bandpass";
  filter.Q.value = 0.9;
  filter.frequency.setValueAtTime(pitch, begin);
  if (to) filter.frequency.exponentialRampToValueAtTime(to, begin + long);
  level.gain.setValueAtTime(loud, begin);
  level.gain.exponentialRampToValueAtTime(0.0001, begin + long);
  source.connect(filter).connect(level).connect(out);
  source.start(begin);
}

/** Writes a sound into a context, to be played at once or kept; `spaces` is for "claim". */
export function compose(context: BaseAudioContext, name: SoundName, spaces = 1): void {
  const { tones = [], rustles = [] } = scores[name](spaces);
  const out = context.createGain();
  out.gain.value = 0.8;
  out.connect(context.destination);
  for (const tone of tones) addTone(context, out, context.currentTime, tone);
  for (const rustle of rustles) addRustle(context, out, context.currentTime, rustle);
}
