/** A scale maps values to pixels and back. Ticks come from d3-scale; the mapping is two numbers, so that loops stay quick. */
import { scaleLinear, scaleLog } from 'd3-scale';

export type ScaleKind = 'linear' | 'log';
export type Interval = readonly [number, number];

export interface Scale {
  readonly kind: ScaleKind;
  readonly domain: Interval;
  readonly range: Interval;
  map(value: number): number;
  invert(pixel: number): number;
  ticks(count: number): number[];
  format(count: number): (value: number) => string;
}

export function makeScale(kind: ScaleKind, domain: Interval, range: Interval): Scale {
  const forward = kind === 'log' ? Math.log10 : (value: number) => value;
  const backward = kind === 'log' ? (value: number) => 10 ** value : (value: number) => value;
  const lo = forward(domain[0]);
  const hi = forward(domain[1]);
  const slope = hi === lo ? 0 : (range[1] - range[0]) / (hi - lo);
  const d3 = (kind === 'log' ? scaleLog() : scaleLinear()).domain([...domain]).range([...range]);
  return {
    kind,
    domain,
    range,
    map: (value) => range[0] + (forward(value) - lo) * slope,
    invert: (pixel) => backward(slope === 0 ? lo : lo + (pixel - range[0]) / slope),
    ticks: (count) => d3.ticks(count),
    format: (count) => {
      const print = d3.tickFormat(count);
      return (value) => print(value).replace('-', '−');
    },
  };
}

/** The smallest interval with round ends that holds [lo, hi]. */
export function niceDomain(lo: number, hi: number, count = 5): Interval {
  const [a, b] = scaleLinear()
    .domain([lo, hi === lo ? lo + 1 : hi])
    .nice(count)
    .domain();
  return [a ?? lo, b ?? hi];
}
