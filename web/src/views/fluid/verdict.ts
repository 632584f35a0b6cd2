/** The verdict on a lane's fluid model, first in words and then in numbers. */
import { told } from '../../../../models/src/told.ts';
import { decimal, joined, t } from '../../../../models/src/language.ts';
import { groupedNumber } from '../../lanes/metrics.ts';
import type {
  FluidBand,
  FluidLoop,
  FluidModel,
  FluidResult,
  FluidStability,
} from '../../../../wasm/src/fluid-types.ts';
import type { IconName } from '../../components/Icon.tsx';
import { restWords } from './restWords.ts';

export type Tone = 'good' | 'bad' | 'fair' | 'none';

export interface Verdict {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly headline: string;
  readonly because: string;
}

export interface Fact {
  readonly name: string;
  /** Shown by a tooltip. */
  readonly help: string;
  readonly value: string;
  /** The same value by Hollot's simplification, if there is one. */
  readonly hollot?: string;
}

/** Three digits, or all digits before the decimal point. */
export const number = (value: number): string =>
  Math.abs(value) >= 1000
    ? groupedNumber(value, 0).replace('-', '−')
    : decimal(String(Number(value.toPrecision(3)))).replace('-', '−');
export const percent = (share: number): string => `${number(100 * share)} %`;

/** Queues of model and packets that differ by at least this share of the larger one count as different. */
const APART = 0.15;

/** Compares the packets' mean queue (`measured`) with the model's (`mean`); null if they agree. */
export function besidePackets(mean: number, measured: number): string | null {
  const larger = Math.max(mean, measured);
  if (!(larger > 0) || !(Math.abs(mean - measured) > APART * larger)) return null;
  const off = Math.round((100 * Math.abs(mean - measured)) / Math.max(measured, 1e-9));
  const far = !(measured > 0) || off >= 1000;
  const above = mean > measured;
  const near = above ? t('{{off}} % more', { off }) : t('{{off}} % less', { off });
  return t(
    'The packets’ queue is {{number}} on average and the model’s {{mean}}, {{difference}}, because of what the model leaves out.',
    {
      number: number(measured),
      mean: number(mean),
      difference: !far ? near : above ? t('far more') : t('far less'),
    },
  );
}

/** The verdict on the model, and the effect of randomness. */
export function verdictOf(result: FluidResult): Verdict {
  const verdict = withoutChance(result);
  return result.model === null ? verdict : withChance(verdict, result.model);
}

function withChance(verdict: Verdict, { rest, response, outlook, band }: FluidModel): Verdict {
  const { state, empty, full, swing } = outlook;
  const told: string[] = [verdict.because];
  let { headline, tone, icon } = verdict;
  const unstable = [t('Unstable'), t('Unstable: a limit cycle')].includes(headline);
  // If the linear analysis leaves stability open, this solution does not decide it.
  const open = tone === 'none';
  if (!open && state === 'full' && rest.kind !== 'full') {
    [headline, tone, icon] = [unstable ? t('Unstable: mostly full') : t('Buffer mostly full'), 'bad', 'warn'];
    told.push(
      t('{{percent}} of the losses are packets that found the buffer full.', { percent: percent(full) }),
    );
  } else if (!open && state === 'empty' && rest.kind !== 'empty') {
    [headline, tone, icon] = unstable
      ? [t('Unstable: mostly empty'), 'bad', 'wave']
      : [t('Queue mostly empty'), 'fair', 'warn'];
  } else if (!open && state === 'steady' && response.period !== null) {
    [headline, tone, icon] = [
      unstable ? t('Unstable, but random losses move it more') : t('An oscillation hidden by random losses'),
      'fair',
      'wave',
    ];
    told.push(t('The scatter of the windows moves the queue more than this oscillation does.'));
  } else if (!open && state === 'swing' && response.period === null && band !== null) {
    [headline, tone, icon] = [t('Stable, but random losses make it swing'), 'fair', 'wave'];
    told.push(
      t('Random losses keep the queue moving, by about {{number}} packets to either side', {
        number: number(2 * band.queue),
      }) + (band.period === null ? '.' : t(', once in {{seconds}}.', { seconds: seconds(band.period) })),
    );
  }
  if (!open && (state === 'steady' || state === 'swing') && swing > SURE && swing < 1 - SURE)
    told.push(
      t('Near the edge: in {{percent}} of such lanes, packets swing.', {
        percent: percent(Math.round(100 * swing) / 100),
      }),
    );
  if (empty > 0.01)
    told.push(t('It is below a packet for about {{percent}} of the time.', { percent: percent(empty) }));
  if (band !== null && rest.kind === 'empty') {
    told.push(
      t('Packets come at random, so that {{number}} of them wait on average.', { number: number(band.mean) }),
    );
  }
  if (band !== null) told.push(expected(band));
  return { headline, tone, icon, because: joined(told) };
}

/** Between this probability and its complement, whether packets swing is open. */
const SURE = 0.25;

const expected = ({ low, high }: Pick<FluidBand, 'low' | 'high'>): string =>
  t('The queue is expected between {{low}} and {{high}} packets 90 % of the time.', {
    low: Math.round(low),
    high: Math.round(high),
  });

function withoutChance(result: FluidResult): Verdict {
  const { model } = result;
  if (model === null) {
    // The note gives the reason why a scheme has no model. If the scenario is the reason, the note is about a
    // model that could exist.
    const reasons =
      result.issues.length > 0 ? result.issues.map(({ rule }) => sentence(told(rule))) : [told(result.note)];
    return {
      tone: 'none',
      icon: 'minus',
      headline: t('No fluid model'),
      because: joined(reasons),
    };
  }
  const { rest, stability, response } = model;
  const swings = response.period !== null && response.swing !== null;
  const cycle = swings
    ? t(' The queue swings by {{number}} packets, once in {{period}} s.', {
        number: number(response.swing),
        period: number(response.period),
      })
    : '';
  switch (rest.kind) {
    case 'full':
      return {
        tone: 'bad',
        icon: 'warn',
        headline: t('Buffer full'),
        because: t(
          'The law drops too little to hold the flows back: the buffer itself has to drop {{percent}}.{{cycle}}',
          { percent: percent(rest.overflow), cycle },
        ),
      };
    case 'empty':
      if (stability !== null) break;
      return {
        tone: 'fair',
        icon: 'warn',
        headline: t('Link not full'),
        because: t('The law drops so much that the flows do not fill the link.{{cycle}}', { cycle }),
      };
    case 'jump':
      return {
        tone: 'bad',
        icon: 'wave',
        headline: t('Limit cycle'),
        because: t(
          'The law jumps across the probability that is needed at {{number}} packets, so that nothing can rest there.{{cycle}}',
          { number: number(rest.queue), cycle },
        ),
      };
    case 'held':
      return {
        tone: swings ? 'bad' : 'fair',
        icon: swings ? 'wave' : 'warn',
        headline: swings ? t('Swings about a jump') : t('Held at a jump'),
        because: t(
          'The law jumps across the probability that is needed at {{number}} packets. What is dropped is missing in the queue at once, which holds it there; a law without slope has no margins.{{cycle}}',
          { number: number(rest.queue), cycle },
        ),
      };
    case 'none':
      return {
        tone: 'fair',
        icon: 'warn',
        headline: t('No rest'),
        because: t('Nothing in the model determines where the queue rests.{{cycle}}', { cycle }),
      };
    case 'interior':
      break;
  }
  const verdict = ofStability(stability, swings, cycle, response);
  if (rest.kind === 'interior') return verdict;
  const because = t('The law keeps the flows below the link’s rate: at rest the model’s queue is empty.');
  return { ...verdict, because: joined([because, verdict.because]) };
}

/** `cycle`: a sentence about the oscillation that the solution ends in. */
function ofStability(
  stability: FluidStability | null,
  swings: boolean,
  cycle: string,
  response: FluidModel['response'],
): Verdict {
  const growth = stability?.roots[0]?.re ?? NaN;
  if (stability !== null && Number.isNaN(growth)) return unrooted(stability, swings, cycle);
  if (Number.isNaN(growth)) {
    return {
      tone: 'fair',
      icon: 'warn',
      headline: t('Stability unknown'),
      because: t('The equilibrium has no linear model.{{cycle}}', { cycle }),
    };
  }
  // Exactly 0: the state is constant to first order.
  if (growth === 0) {
    return {
      tone: 'none',
      icon: 'minus',
      headline: swings ? t('Undecided, and it swings') : t('Undecided'),
      because:
        t(
          'The linear analysis cannot decide: a state that keeps what it is given, such as CUBIC’s W_max, gives a root at 0. The solution over time shows what happens.',
        ) +
        (response.settlingTime === null
          ? cycle
          : t(' The queue settles in {{seconds}}.', { seconds: seconds(response.settlingTime) })),
    };
  }
  if (growth > 0) {
    return swings
      ? { tone: 'bad', icon: 'wave', headline: t('Unstable: a limit cycle'), because: cycle.trim() }
      : {
          tone: 'bad',
          icon: 'warn',
          headline: t('Unstable'),
          because: t('A small disturbance grows by half in {{number}} s.', {
            number: number(Math.log(1.5) / growth),
          }),
        };
  }
  if (swings) {
    return {
      tone: 'fair',
      icon: 'wave',
      headline: t('Stable nearby, yet it swings'),
      because: t(
        'Small disturbances die away, but the solution from this start has not settled at its end.{{cycle}}',
        { cycle },
      ),
    };
  }
  return {
    tone: 'good',
    icon: 'check',
    headline: t('Stable'),
    because: t('A small disturbance falls to half in {{number}} s.', { number: number(Math.LN2 / -growth) }),
  };
}

/** The number of unstable roots may be known even if the rightmost root is not. */
function unrooted({ rightHalfPlane }: FluidStability, swings: boolean, cycle: string): Verdict {
  if (rightHalfPlane !== null && rightHalfPlane > 0) {
    return {
      tone: 'bad',
      icon: 'warn',
      headline: swings ? t('Unstable: a limit cycle') : t('Unstable'),
      because: t(
        '{{rightHalfPlane}} on the right; how fast a disturbance grows is not determined.{{cycle}}',
        {
          rightHalfPlane:
            rightHalfPlane === 1 ? t('One root lies') : t('{{rightHalfPlane}} roots lie', { rightHalfPlane }),
          cycle,
        },
      ),
    };
  }
  return {
    tone: 'fair',
    icon: 'warn',
    headline: t('Stability not determined'),
    because: t(
      'The loop is too steep, or its round trips too different, for its rightmost root to be found.{{cycle}}',
      { cycle },
    ),
  };
}

const sentence = (rule: string): string => `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`;

/** A margin of one form of the loop, as text; `without`: the text if there is none. */
type Print = (loop: FluidLoop, without: string) => string;
const phase: Print = ({ phaseMargin }, without) =>
  phaseMargin === null ? without : `${number(phaseMargin)}°`;
const gain: Print = ({ gainMargin }, without) => (gainMargin === null ? without : `× ${number(gainMargin)}`);
const delay: Print = ({ delayMargin }, without) => (delayMargin === null ? without : seconds(delayMargin));

export const seconds = (value: number): string =>
  Math.abs(value) < 1 ? t('{{number}} ms', { number: number(1000 * value) }) : `${number(value)} s`;

const isStable = ({ roots, rightHalfPlane }: Pick<FluidStability, 'roots' | 'rightHalfPlane'>): boolean =>
  rightHalfPlane === 0 && !(roots[0] !== undefined && roots[0].re > 0);

/** Only a stable loop can have an infinite margin. */
function marginFacts({ exact, hollot, ...known }: FluidStability & { exact: FluidLoop }): readonly Fact[] {
  const without = isStable(known) ? '∞' : t('none');
  const with_ = (print: Print) => ({
    value: print(exact, without),
    ...(hollot === null ? {} : { hollot: print(hollot, '∞') }),
  });
  return [
    {
      name: t('Phase margin'),
      help: t(
        'The phase lag that the loop can still take before it oscillates without end; below zero it already oscillates.',
      ),
      ...with_(phase),
    },
    {
      name: t('Gain margin'),
      help: t(
        'The factor by which the loop gain may grow before the loop oscillates without end; below one it already oscillates.',
      ),
      ...with_(gain),
    },
    {
      name: t('Delay margin'),
      help: t('How much longer the round trip may become before the loop oscillates without end.'),
      ...with_(delay),
    },
  ];
}

/** Whether two queues give the classes of flows waits of their own. */
const apart = ({ waits }: FluidModel['rest']): boolean =>
  waits.some((wait) => Math.abs(wait - (waits[0] ?? wait)) > 1e-9);
/** How long a packet waits at a rest; of each class where they differ. */
export const waitAt = (rest: FluidModel['rest'], perSecond: number): string =>
  apart(rest) ? rest.waits.map(seconds).join(', ') : seconds(rest.queue / perSecond);
/** What is dropped or marked at a rest, in the same way. */
export const lossAt = (rest: FluidModel['rest']): string =>
  (apart(rest) ? rest.probabilities : [rest.probability])
    .map((p) => percent(1 - (1 - p) * (1 - rest.overflow)))
    .join(', ');

/**
 * The numbers of a model. `perSecond`: packets per second that the link sends. `marks`: the scheme marks
 * packets instead of dropping them; null: it may do both.
 */
export function factsOf(model: FluidModel, perSecond: number, marks: boolean | null): readonly Fact[] {
  const { rest, stability, response } = model;
  const words = restWords(model, apart(rest), marks);
  const facts: Fact[] = [
    {
      ...words.queue,
      value: t('{{number}} packets, {{seconds}}', {
        number: number(rest.queue),
        seconds: waitAt(rest, perSecond),
      }),
    },
    {
      ...words.window,
      value: t('{{windows}} packets', { windows: rest.windows.map(number).join(', ') }),
    },
    { ...words.probability, value: lossAt(rest) },
  ];
  if (model.band !== null && rest.kind === 'empty') {
    facts.push({
      name: t('Mean queue by chance'),
      help: t(
        'How many packets wait because they come at random, although the model’s queue is empty; and their mean wait.',
      ),
      value: t('{{number}} packets, {{seconds}}', {
        number: number(model.band.mean),
        seconds: seconds(model.band.mean / perSecond),
      }),
    });
  }
  if (model.band !== null) {
    facts.push({
      name: t('Random losses move it by'),
      help: t('Standard deviation of the queue about its equilibrium, caused by random losses.'),
      value: t('± {{number}} packets', { number: number(model.band.queue) }),
    });
  }
  if (stability !== null) {
    const { exact } = stability;
    const root = stability.roots[0];
    if (exact === null) {
      facts.push({
        name: t('Margins'),
        help: t(
          'Margins are those of one loop that is opened; here several links hold queues, each with a loop of its own. The roots are those of all together.',
        ),
        value: t('none: several queues'),
      });
    } else {
      facts.push(...marginFacts({ ...stability, exact }));
    }
    if (root !== undefined) {
      facts.push({
        name: t('Rightmost root'),
        help: t(
          'Of the characteristic equation: its real part is the rate at which a disturbance grows or, below zero, dies.',
        ),
        value: rootText(root),
      });
    }
  }
  if (response.settlingTime !== null) {
    facts.push({
      name: t('Settles in'),
      help: t('After this time the queue stays within 5 % (or one packet) of its rest.'),
      value: seconds(response.settlingTime),
    });
  }
  if (response.overshoot !== null && rest.kind === 'interior') {
    facts.push({
      name: t('Overshoot'),
      help: t('How far the queue goes above its rest.'),
      value: t('{{number}} packets', { number: number(response.overshoot) }),
    });
  }
  if (response.period !== null && response.swing !== null) {
    facts.push({
      name: t('Limit cycle'),
      help: t('Period and height (valley to peak) of the oscillation in the last third of the run.'),
      value: t('{{seconds}}, {{number}} packets', {
        seconds: seconds(response.period),
        number: number(response.swing),
      }),
    });
  }
  return facts;
}

/** The meaning of the rightmost root's real part; exactly 0 decides nothing. */
export const growthWord = (growth: number): string =>
  growth > 0 ? t('unstable') : growth < 0 ? t('stable') : t('undecided');

export const rootText = ({ re, im }: { readonly re: number; readonly im: number }): string =>
  `${number(re)}${im === 0 ? '' : ` ± ${number(im)} i`} 1/s`;
