/** A data file of Flent (.flent.gz): every series of its test, with the units in its metadata. */
import {
  isObject,
  jsonOf,
  listAt,
  measured,
  asNumber,
  member,
  MeasuredError,
  SeriesBuilder,
  type Quantity,
  type Reader,
} from './measured.ts';

/** Conversion of Flent's units to SI. */
const UNITS: Readonly<Record<string, readonly [unit: string, factor: number, quantity: Quantity]>> = {
  ms: ['s', 1e-3, 'round_trip'],
  s: ['s', 1, 'other'],
  'Mbits/s': ['bit/s', 1e6, 'rate'],
  'Kbits/s': ['bit/s', 1e3, 'rate'],
  'bits/s': ['bit/s', 1, 'rate'],
  bytes: ['bytes', 1, 'backlog'],
  packets: ['packets', 1, 'queue'],
};

export const flent: Reader = {
  id: 'flent',
  name: 'Flent',
  knows: (_, text, file) =>
    /^\s*\{/.test(text) &&
    (/\.flent(\.gz)?$/.test(file) || (text.includes('"x_values"') && text.includes('"results"'))),
  async read(bytes, file) {
    const document = await jsonOf(bytes);
    const metadata = member(document, 'metadata', '');
    const times = listAt(document, 'x_values', '');
    const results = member(document, 'results', '');
    if (!isObject(results)) throw new MeasuredError('results', 'must be an object');
    const begin =
      isObject(metadata) && typeof metadata.T0 === 'string' ? Date.parse(metadata.T0) / 1000 : NaN;
    const about = isObject(metadata) && isObject(metadata.SERIES_META) ? metadata.SERIES_META : {};
    const series = Object.keys(results).map((name) => {
      const meta = about[name];
      const told = isObject(meta) && typeof meta.UNITS === 'string' ? meta.UNITS : '';
      const [unit, factor, quantity] = UNITS[told] ?? [told, 1, 'other'];
      const oneWay = quantity === 'round_trip' && /owd|one.?way|delay/i.test(name);
      const builder = new SeriesBuilder(name, oneWay ? 'delay' : quantity, unit);
      const values = listAt(results, name, 'results.');
      if (values.length !== times.length)
        throw new MeasuredError(`results.${name}`, `has ${values.length} values for ${times.length} times`);
      for (const [i, value] of values.entries())
        // Flent writes null if a tool gave no value.
        if (value !== null)
          builder.add(
            asNumber(times[i], `x_values[${i}]`),
            factor * asNumber(value, `results.${name}[${i}]`),
            `results.${name}[${i}]`,
          );
      return builder;
    });
    const found = measured({ format: 'flent', file }, series, false);
    return Number.isFinite(begin) ? { ...found, begin } : found;
  },
};
