/**
 * Trains the network of `neural_pi` to imitate the controller `pi_alpha`, as Szygula et al. 2021 (10.3390/s21154979) had a network imitate
 * a fractional-order PI controller: from the queues that the last arrivals found and from what became of them to one of eleven
 * probabilities. Writes the weights and what the network answers to some inputs (for the test of the engine's own arithmetic).
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
/** What a class stands for: nothing, then from 1/400 on twice the one before, and certainty. */
const LEVELS = [0, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1];

/** Mulberry32. */
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

/** Nearest by ratio. */
function classOf(p) {
  if (p < LEVELS[1] / 2) return 0;
  let best = 1;
  for (let c = 2; c < CLASSES; c++)
    if (Math.abs(Math.log(p / LEVELS[c])) < Math.abs(Math.log(p / LEVELS[best]))) best = c;
  return best;
}

/**
 * Arrivals at one queue that is served a packet at a time: bursts of sources whose lengths have a heavy tail (self-similar traffic, Hurst
 * parameter 0.75 for tails of 1.5), and a load that changes. What is dropped slows them, for a while, as it would TCP.
 */
function samples(count) {
  const found = [];
  const weights = [1];
  for (let j = 1; j <= TEACHER.memory; j++) weights.push((weights[j - 1] * (j - 1 + TEACHER.order)) / j);
  const errors = [];
  const queues = new Array(STEPS).fill(0);
  const drops = new Array(STEPS).fill(0);
  let queue = 0;
  let load = 1;
  let answer = 1;
  let until = 0;
  let responsive = true;
  const bursts = [];
  for (let time = 0; found.length < count; time++) {
    if (time >= until) {
      until = time + 500 + Math.floor(random() * 2500);
      load = 0.7 * 2 ** (random() + 0.2 * random());
      responsive = random() < 0.9;
    }
    // In a packet's time 20 sources of bursts, a tenth of them on, and one packet of each in so many.
    if (random() < 0.05) bursts.push(time + 20 * (1 - random()) ** (-1 / 1.5));
    for (let i = bursts.length - 1; i >= 0; i--) if (bursts[i] < time) bursts.splice(i, 1);
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
        sum += weights[j] * errors[errors.length - j];
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

/** Parameters in one row: kernels (filter, channel, place), their offsets, then the dense layer (class, filter, place) and its own. */
const COUNT = FILTERS * (2 * WIDTH + 1) + CLASSES * (FILTERS * PLACES + 1);
const OFFSETS = FILTERS * 2 * WIDTH;
const DENSE = OFFSETS + FILTERS;
const LAST = DENSE + CLASSES * FILTERS * PLACES;

function forward(w, x, hidden, out) {
  for (let f = 0; f < FILTERS; f++)
    for (let s = 0; s < PLACES; s++) {
      let sum = w[OFFSETS + f];
      for (let channel = 0; channel < 2; channel++)
        for (let i = 0; i < WIDTH; i++)
          sum += w[(f * 2 + channel) * WIDTH + i] * x[channel * STEPS + s * WIDTH + i];
      hidden[f * PLACES + s] = Math.max(0, sum);
    }
  for (let c = 0; c < CLASSES; c++) {
    let sum = w[LAST + c];
    for (let h = 0; h < FILTERS * PLACES; h++) sum += w[DENSE + c * FILTERS * PLACES + h] * hidden[h];
    out[c] = sum;
  }
}
const largest = (out) => out.reduce((best, value, c) => (value > out[best] ? c : best), 0);

/** Adam on the cross-entropy. */
function train(data, epochs) {
  const w = Float64Array.from({ length: COUNT }, (_, i) => normal() * (i < DENSE ? 0.4 : 0.15));
  const [m, v, g] = [new Float64Array(COUNT), new Float64Array(COUNT), new Float64Array(COUNT)];
  const hidden = new Float64Array(FILTERS * PLACES);
  const back = new Float64Array(FILTERS * PLACES);
  const out = new Float64Array(CLASSES);
  const BATCH = 64;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = data.length - 1; i > 0; i--) {
      const k = Math.floor(random() * (i + 1));
      [data[i], data[k]] = [data[k], data[i]];
    }
    const pace = 0.003 * (1 - epoch / epochs);
    for (let at = 0; at + BATCH <= data.length; at += BATCH) {
      g.fill(0);
      for (let b = 0; b < BATCH; b++) {
        const { x, c: wanted } = data[at + b];
        forward(w, x, hidden, out);
        const top = Math.max(...out);
        let total = 0;
        for (let c = 0; c < CLASSES; c++) total += out[c] = Math.exp(out[c] - top);
        back.fill(0);
        for (let c = 0; c < CLASSES; c++) {
          const d = (out[c] / total - (c === wanted ? 1 : 0)) / BATCH;
          g[LAST + c] += d;
          for (let h = 0; h < hidden.length; h++) {
            g[DENSE + c * hidden.length + h] += d * hidden[h];
            back[h] += d * w[DENSE + c * hidden.length + h];
          }
        }
        for (let f = 0; f < FILTERS; f++)
          for (let s = 0; s < PLACES; s++) {
            const d = hidden[f * PLACES + s] > 0 ? back[f * PLACES + s] : 0;
            if (d === 0) continue;
            g[OFFSETS + f] += d;
            for (let channel = 0; channel < 2; channel++)
              for (let i = 0; i < WIDTH; i++)
                g[(f * 2 + channel) * WIDTH + i] += d * x[channel * STEPS + s * WIDTH + i];
          }
      }
      step++;
      for (let i = 0; i < COUNT; i++) {
        m[i] = 0.9 * m[i] + 0.1 * g[i];
        v[i] = 0.999 * v[i] + 0.001 * g[i] * g[i];
        w[i] -= (pace * (m[i] / (1 - 0.9 ** step))) / (Math.sqrt(v[i] / (1 - 0.999 ** step)) + 1e-8);
      }
    }
  }
  return w;
}

/** How far it is from its teacher on data that it has not seen. */
function marksOf(w, data) {
  const hidden = new Float64Array(FILTERS * PLACES);
  const out = new Float64Array(CLASSES);
  let same = 0;
  let next = 0;
  let off = 0;
  for (const { x, p, c } of data) {
    forward(w, x, hidden, out);
    const own = largest(out);
    if (own === c) same++;
    if (Math.abs(own - c) <= 1) next++;
    off += Math.abs(LEVELS[own] - p);
  }
  return { same: same / data.length, next: next / data.length, off: off / data.length };
}

const data = samples(300_000);
const held = samples(60_000);
const counts = new Array(CLASSES).fill(0);
for (const { c } of held) counts[c]++;
const w = train(data, 12).map((value) => Number(value.toPrecision(6)));
const marks = marksOf(w, held);
/** The most frequent class for everything: what can be had without looking. */
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
  const hidden = new Float64Array(FILTERS * PLACES);
  const out = new Float64Array(CLASSES);
  const cases = Array.from({ length: 40 }, (_, k) => {
    const { x } = held[Math.floor(((k + 0.5) * held.length) / 40)];
    forward(w, x, hidden, out);
    return {
      queues: x.slice(0, STEPS).map((value) => Math.round(value * TARGET)),
      drops: x.slice(STEPS),
      p: LEVELS[largest(out)],
    };
  });
  writeFileSync(
    new URL('../core-cpp/tests/data/neural-pi.json', import.meta.url),
    `${JSON.stringify({ target: TARGET, cases })}\n`,
  );
}
