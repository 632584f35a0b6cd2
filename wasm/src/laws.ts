/**
 * Schemes without a run: their catalogue, their valid parameters, their curves. The page's own thread needs
 * nothing else of the engine.
 */
import type { EncodedParams, Layout } from './encode.ts';
import { encodeInput, encodeParams } from './encode.ts';
import type { NativeModule } from './module.ts';
import type {
  AqmInfo,
  Curve,
  CurveLaw,
  CurveRequest,
  Engine,
  LinkInfo,
  ParamIssue,
  Params,
  ParamValue,
  ProgramInfo,
  ProgramWord,
  ResolvedAqm,
} from './types.ts';
import { EngineError } from './types.ts';

/** The part of the module that laws need. */
export type NativeLaws = Pick<NativeModule, 'call' | 'send' | 'json' | 'numbers'>;

/** For code that uses the same module for more. */
export interface Laws extends Engine {
  readonly layout: Layout;
  /** An EngineError lists the existing schemes. */
  readonly find: (aqm: string, params: Params) => Scheme;
  /** The parameters must be valid for the table. */
  readonly encoded: (info: AqmInfo, params: Params) => EncodedParams;
}

/** The scheme that its first parameter describes. */
const PROGRAM = 'program';
const MOST_TEXTS = 200;

interface RawIssue {
  readonly error: boolean;
  readonly param: number;
  readonly value: number | null;
  readonly rule: string;
  readonly nearest: number | null;
}

export interface Scheme {
  readonly index: number;
  readonly info: AqmInfo;
}

/** `layout`: the module's description of the data that crosses the border. */
export function createLaws(native: NativeLaws): Laws {
  native.call('aqm_layout');
  const layout = native.json() as Layout;
  native.call('aqm_catalogue');
  const programs = new Map<string, ProgramInfo>();
  const catalogue = (native.json() as AqmInfo[]).map((info) =>
    info.id === PROGRAM ? described(info) : info,
  );
  const schemes = new Map<string, Scheme>(catalogue.map((info, index) => [info.id, { index, info }]));

  /** Caches the latest texts, because a page needs the shown ones repeatedly. */
  function program(text: string): ProgramInfo {
    const known = programs.get(text);
    if (known !== undefined) return known;
    native.send('aqm_program', Array.from(new TextEncoder().encode(text)));
    const made = native.json() as ProgramInfo;
    if (programs.size >= MOST_TEXTS) programs.clear();
    programs.set(text, made);
    return made;
  }

  function described(info: AqmInfo): AqmInfo {
    const [{ name, default: first }] = info.params as [AqmInfo['params'][number]];
    return { ...info, of: ({ [name]: text = first ?? '' }) => program(String(text)).scheme };
  }

  function find(aqm: string, params: Params): Scheme {
    const scheme = schemes.get(aqm);
    if (scheme !== undefined) return { index: scheme.index, info: scheme.info.of?.(params) ?? scheme.info };
    throw new EngineError(`There is no AQM "${aqm}".`, [
      { path: 'aqm.id', rule: `must be one of ${[...schemes.keys()].join(', ')}` },
    ]);
  }

  /** The parameters must be valid for the table. */
  function encoded(info: AqmInfo, params: Params): EncodedParams {
    const { issues, ...values } = encodeParams(info, params);
    if (issues.length === 0) return values;
    throw new EngineError(
      issues.map(({ param, rule }) => `${param ?? ''}: ${rule}`).join('; '),
      issues.map(({ param, rule }) => ({ path: `aqm.params.${param ?? ''}`, rule })),
    );
  }

  function check(aqm: string, params: Params, link: LinkInfo): ParamIssue[] {
    const { index, info } = find(aqm, params);
    const { issues, ...values } = encodeParams(info, params);
    if (issues.length > 0) return issues;
    native.send('aqm_check', encodeInput(layout, 'scheme', { link }, { index, params: values }));
    return (native.json() as RawIssue[]).map((issue) => fromRaw(issue, info, params));
  }

  function resolve(aqm: string, params: Params, link: LinkInfo): ResolvedAqm {
    const { index, info } = find(aqm, params);
    const scheme = { index, params: encoded(info, params) };
    native.send('aqm_resolve', encodeInput(layout, 'scheme', { link }, scheme));
    const raw = native.json() as { params: number[]; list: number[]; computed: ResolvedAqm['computed'] };
    const values = info.params.map((row, i) => {
      // A text is returned unchanged.
      const text = row.kind === 'text' ? (params[row.name] ?? row.default) : undefined;
      return [row.name, text ?? decodeParam(row, raw.params[i] ?? NaN, raw.list)] as const;
    });
    return { params: Object.fromEntries(values), computed: raw.computed };
  }

  /** Samples one curve; values that are the same at every position are encoded once. */
  function sampler({ aqm, params, link, which }: Omit<CurveRequest, 'points' | 'xMax' | 'state'>) {
    const { index, info } = find(aqm, params);
    const onLink = encodeInput(layout, 'scheme', { link }, { index, params: encoded(info, params) });
    return (
      place: { points: number; xMax?: number | undefined; x?: number },
      state: CurveRequest['state'],
    ) => {
      const curve = { which, ...place };
      native.send('aqm_curve', [...encodeInput(layout, 'place', { curve, state }), ...onLink]);
      return native.numbers();
    };
  }

  function curve(request: CurveRequest): Curve {
    if (!(request.points >= 1)) {
      throw new EngineError('points: must be at least 1', [
        { path: 'points', rule: 'must be at least 1', value: request.points },
      ]);
    }
    const { points, xMax, state } = request;
    const numbers = sampler(request)({ points, xMax }, state);
    const half = numbers.length / 2;
    return { x: numbers.slice(0, half), p: numbers.slice(half) };
  }

  function curveLaw(request: Omit<CurveRequest, 'points' | 'xMax' | 'state'>): CurveLaw {
    const sample = sampler(request);
    return (x, state) => sample({ points: 0, x }, state)[1] ?? NaN;
  }

  return {
    layout,
    find,
    program,
    programWords: () => {
      native.call('aqm_words');
      return native.json() as ProgramWord[];
    },
    encoded,
    catalogue,
    check,
    resolve,
    curve,
    curveAt: (request, x) => curveLaw(request)(x, request.state),
    curveLaw,
  };
}

function fromRaw(raw: RawIssue, info: AqmInfo, params: Params): ParamIssue {
  const row = info.params[raw.param];
  const value = row === undefined ? undefined : (params[row.name] ?? raw.value ?? undefined);
  return {
    severity: raw.error ? 'error' : 'warning',
    ...(row && { param: row.name }),
    ...(value !== undefined && { value }),
    rule: raw.rule,
    ...(raw.nearest !== null && { nearest: raw.nearest }),
  };
}

/** The document's form of a parameter's number. */
function decodeParam(row: AqmInfo['params'][number], value: number, list: readonly number[]): ParamValue {
  switch (row.kind) {
    case 'number':
    case 'integer':
    case 'pair':
    case 'text':
      return value;
    case 'toggle':
      return value !== 0;
    case 'choice':
      return row.choices?.[value] ?? value;
    case 'list': {
      const width = row.listWidth ?? 1;
      return Array.from({ length: list.length / width }, (_, i) => list.slice(i * width, (i + 1) * width));
    }
  }
}
