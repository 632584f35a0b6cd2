/**
 * Trains the network of `neural_pi` to imitate the controller `pi_alpha`, as Szygula et al. 2021 (10.3390/s21154979)
 * had a network imitate a fractional-order PI controller: from the queues that the last arrivals found and from what
 * became of them to one of eleven probabilities. Writes the weights and what the network answers to some inputs (for
 * the test of the engine's own arithmetic).
 *
 * node scripts/neural-pi.mjs [--dry]
 */
import { writeFileSync } from 'node:fs';

const SEED = 1;
const TARGET = 50;
const BUFFER = 150;
/** The teacher: the defaults of pi_alpha. */
const TEACHER = { k_p: 1e-4, k_i: 4e-4, order: 0.4, memory: 1000 };
const STEPS = 20;
const [WIDTH, FILTERS, CLASSES] = [4, 8, 11];
const PLACES = STEPS / WIDTH;
/** The probability of each class: 0, then from 1/400 on twice the one before, then 1. */
const LEVELS = [0, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1];

/** @typedef {number[] | Float64Array} Row */
/** @typedef {{ readonly x: readonly number[], readonly p: number, readonly c: number }} Sample */

/** @param {Row | readonly number[]} row @param {number} i */
const at = (row, i) => row[i] ?? NaN;
/** @param {Row} row @param {number} i @param {number} more */
const add = (row, i, more) => {
  row[i] = at(row, i) + more;
};

/** Mulberry32. @param {number} seed */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const random = generator(SEED);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Nearest by ratio. @param {number} p */
function classOf(p) {
  if (p < at(LEVELS, 1) / 2) return 0;
  let best = 1;
  for (let c = 2; c < CLASSES; c++)
    if (Math.abs(Math.log(p / at(LEVELS, c))) < Math.abs(Math.log(p / at(LEVELS, best)))) best = c;
  return best;
}

/**
 * Arrivals at one queue that is served a packet at a time: bursts of sources whose lengths have a heavy tail
 * (self-similar traffic, Hurst parameter 0.75 for tails of 1.5), and a load that changes. What is dropped slows them,
 * for a while, as it would TCP.
 * @param {number} count
 * @returns {Sample[]}
 */
function samples(count) {
  /** @type {Sample[]} */
  const found = [];
  const weights = [1];
  for (let j = 1; j <= TEACHER.memory; j++) weights.push((at(weights, j - 1) * (j - 1 + TEACHER.order)) / j);
  /** @type {number[]} */
  const errors = [];
  const queues = Array.from({ length: STEPS }, () => 0);
  const drops = Array.from({ length: STEPS }, () => 0);
  let queue = 0;
  let load = 1;
  let answer = 1;
  let until = 0;
  let responsive = true;
  /** @type {number[]} */
  const bursts = [];
  for (let time = 0; found.length < count; time++) {
    if (time >= until) {
      until = time + 500 + Math.floor(random() * 2500);
      load = 0.7 * 2 ** (random() + 0.2 * random());
      responsive = random() < 0.9;
    }
    // 20 sources, a tenth of them on; each sends one packet in this many packet times.
    if (random() < 0.05) bursts.push(time + 20 * (1 - random()) ** (-1 / 1.5));
    for (let i = bursts.length - 1; i >= 0; i--) if (at(bursts, i) < time) bursts.splice(i, 1);
    const rate = load * (responsive ? answer : 1) * (0.5 + 0.5 * Math.min(4, bursts.length / 3));
    answer += 0.0003 * (1 - answer);
    let arrivals = 0;
    for (let left = Math.exp(-rate); random() > left; left *= rate / (arrivals + 1)) {
      arrivals++;
      if (arrivals > 8) break;
    }
    for (let k = 0; k < arrivals; k++) {
      const e = queue - TARGET;
      let sum = e;
      for (let j = 1; j <= Math.min(TEACHER.memory, errors.length); j++)
        sum += at(weights, j) * at(errors, errors.length - j);
      const p = Math.min(1, Math.max(0, TEACHER.k_p * e + TEACHER.k_i * sum));
      queues.unshift(queue / TARGET);
      queues.pop();
      if (time > 3000) found.push({ x: [...queues, ...drops], p, c: classOf(p) });
      errors.push(e);
      if (errors.length > 4 * TEACHER.memory) errors.splice(0, errors.length - TEACHER.memory);
      const dropped = random() < p || queue >= BUFFER;
      drops.unshift(dropped ? 1 : 0);
      drops.pop();
      if (dropped) answer = Math.max(0.1, answer * 0.97);
      else queue++;
    }
    if (queue > 0) queue--;
  }
  return found;
}

/**
 * Parameters in one row: kernels (filter, channel, place), their offsets, then the dense layer (class, filter, place)
 * and its own.
 */
const HIDDEN = FILTERS * PLACES;
const BATCH = 64;
const COUNT = FILTERS * (2 * WIDTH + 1) + CLASSES * (HIDDEN + 1);
const OFFSETS = FILTERS * 2 * WIDTH;
const DENSE = OFFSETS + FILTERS;
const LAST = DENSE + CLASSES * HIDDEN;
const hidden = new Float64Array(HIDDEN);
const back = new Float64Array(HIDDEN);
const out = new Float64Array(CLASSES);

/** @param {Row} w @param {readonly number[]} x @param {Row} hidden @param {Row} out */
function forward(w, x, hidden, out) {
  for (let f = 0; f < FILTERS; f++)
    for (let s = 0; s < PLACES; s++) {
      let sum = at(w, OFFSETS + f);
      for (let channel = 0; channel < 2; channel++)
        for (let i = 0; i < WIDTH; i++)
          sum += at(w, (f * 2 + channel) * WIDTH + i) * at(x, channel * STEPS + s * WIDTH + i);
      hidden[f * PLACES + s] = Math.max(0, sum);
    }
  for (let c = 0; c < CLASSES; c++) {
    let sum = at(w, LAST + c);
    for (let h = 0; h < HIDDEN; h++) sum += at(w, DENSE + c * HIDDEN + h) * at(hidden, h);
    out[c] = sum;
  }
}

/** @param {Float64Array} out */
const largest = (out) => out.reduce((best, value, c) => (value > at(out, best) ? c : best), 0);

/**
 * The gradient of a sample's cross-entropy, a BATCH-th of it, is added to `g`. @param {Row} w @param {Row} g @param
 * {Sample} sample
 */
function descend(w, g, { x, c: wanted }) {
  forward(w, x, hidden, out);
  const top = Math.max(...out);
  let total = 0;
  for (let c = 0; c < CLASSES; c++) {
    out[c] = Math.exp(at(out, c) - top);
    total += at(out, c);
  }
  back.fill(0);
  for (let c = 0; c < CLASSES; c++) {
    const d = (at(out, c) / total - (c === wanted ? 1 : 0)) / BATCH;
    add(g, LAST + c, d);
    for (let h = 0; h < HIDDEN; h++) {
      add(g, DENSE + c * HIDDEN + h, d * at(hidden, h));
      add(back, h, d * at(w, DENSE + c * HIDDEN + h));
    }
  }
  for (let f = 0; f < FILTERS; f++)
    for (let s = 0; s < PLACES; s++) {
      const d = at(hidden, f * PLACES + s) > 0 ? at(back, f * PLACES + s) : 0;
      if (d === 0) continue;
      add(g, OFFSETS + f, d);
      for (let channel = 0; channel < 2; channel++)
        for (let i = 0; i < WIDTH; i++)
          add(g, (f * 2 + channel) * WIDTH + i, d * at(x, channel * STEPS + s * WIDTH + i));
    }
}

/** Adam on the cross-entropy. @param {Sample[]} data @param {number} epochs */
function train(data, epochs) {
  const w = Float64Array.from({ length: COUNT }, (_, i) => normal() * (i < DENSE ? 0.4 : 0.15));
  const [m, v, g] = [new Float64Array(COUNT), new Float64Array(COUNT), new Float64Array(COUNT)];
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = data.length - 1; i > 0; i--) {
      const k = Math.floor(random() * (i + 1));
      const [one, other] = [data[i], data[k]];
      if (one === undefined || other === undefined) throw new Error('beyond the data');
      [data[i], data[k]] = [other, one];
    }
    const pace = 0.003 * (1 - epoch / epochs);
    for (let from = 0; from + BATCH <= data.length; from += BATCH) {
      g.fill(0);
      for (const sample of data.slice(from, from + BATCH)) descend(w, g, sample);
      step++;
      for (let i = 0; i < COUNT; i++) {
        m[i] = 0.9 * at(m, i) + 0.1 * at(g, i);
        v[i] = 0.999 * at(v, i) + 0.001 * at(g, i) * at(g, i);
        const root = Math.sqrt(at(v, i) / (1 - 0.999 ** step)) + 1e-8;
        add(w, i, -(pace * (at(m, i) / (1 - 0.9 ** step))) / root);
      }
    }
  }
  return w;
}

/** Its distance from the teacher on other data. @param {Row} w @param {readonly Sample[]} data */
function marksOf(w, data) {
  let [same, next, off] = [0, 0, 0];
  for (const { x, p, c } of data) {
    forward(w, x, hidden, out);
    const own = largest(out);
    if (own === c) same++;
    if (Math.abs(own - c) <= 1) next++;
    off += Math.abs(at(LEVELS, own) - p);
  }
  return { same: same / data.length, next: next / data.length, off: off / data.length };
}

const data = samples(300_000);
const held = samples(60_000);
const counts = LEVELS.map((_, own) => held.filter(({ c }) => c === own).length);
const w = train(data, 12).map((value) => Number(value.toPrecision(6)));
const marks = marksOf(w, held);
/** The accuracy of always answering the most frequent class, for comparison. */
const blind = Math.max(...counts) / held.length;
console.log(`classes ${counts.join(' ')}; the most frequent one ${(100 * blind).toFixed(1)} %`);
console.log(
  `the teacher's class ${(100 * marks.same).toFixed(1)} %, or one beside it ${(100 * marks.next).toFixed(1)} %; probability off by ${marks.off.toFixed(4)} on average`,
);
if (!process.argv.includes('--dry')) {
  const rows = [];
  for (let i = 0; i < COUNT; i += 10) rows.push(`    ${[...w.slice(i, i + 10)].join(', ')},`);
  writeFileSync(
    new URL('../core-cpp/src/schemes/neural_pi_weights.hpp', import.meta.url),
    `// What scripts/neural-pi.mjs trained: kernels (filter, channel, place), their offsets, the dense layer (class, filter, place), its offsets.
#pragma once

namespace aqm {

// clang-format off
inline constexpr double kNeuralPiWeights[${COUNT}] = {
${rows.join('\n')}
};
// clang-format on

}  // namespace aqm
`,
  );
  const cases = held
    .filter((_, k) => k % 1500 === 750)
    .map(({ x }) => {
      forward(w, x, hidden, out);
      return {
        queues: x.slice(0, STEPS).map((value) => Math.round(value * TARGET)),
        drops: x.slice(STEPS),
        p: at(LEVELS, largest(out)),
      };
    });
  writeFileSync(
    new URL('../core-cpp/tests/data/neural-pi.json', import.meta.url),
    `${JSON.stringify({ cases })}\n`,
  );
}
