/** Verdicts as shape, colour and word: none of the three is needed to tell them apart. */
import { t, wordList } from '../../../../models/src/language.ts';
import {
  VERDICTS,
  type Counts,
  type EffectCounts,
  type EffectVerdict,
  type Verdict,
} from '../../../../models/src/papers/index.ts';
import { vars } from '../../components/vars.ts';

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  reproduced: 'reproduced',
  same_order: 'same order',
  different: 'different',
  cannot_be_judged: 'cannot be judged',
};
const VERDICT_RULES: Readonly<Record<Verdict, string>> = {
  reproduced:
    'our mean lies within the tolerance (10 % unless the table says otherwise), or the printed value in our 95 % interval, if that is narrower than the tolerance; a claim is statistically clear',
  same_order:
    'the scheme ranks among the others as in the paper; a claim holds for the means only, because intervals overlap',
  different: 'neither',
  cannot_be_judged: 'the paper leaves open what was counted',
};

/** Verdicts of effects have the same signs. */
const EFFECT_SIGNS: Readonly<Record<EffectVerdict, Verdict>> = {
  reproduced: 'reproduced',
  same_direction: 'same_order',
  different: 'different',
  cannot_be_judged: 'cannot_be_judged',
};
const EFFECT_WORDS: Readonly<Record<Verdict, string>> = {
  reproduced: 'effect reproduced',
  same_order: 'effect of the same direction',
  different: 'effect different',
  cannot_be_judged: 'cannot be judged',
};
/** In a list with numbers before them. */
const EFFECT_COUNT_WORDS: Readonly<Record<Verdict, string>> = {
  ...VERDICT_WORDS,
  same_order: 'of the same direction',
};
export const effectSign = (verdict: EffectVerdict): Verdict => EFFECT_SIGNS[verdict];
export const effectWord = (verdict: EffectVerdict): string => t(EFFECT_WORDS[effectSign(verdict)]);

const SHAPES: Readonly<Record<Verdict, string>> = {
  reproduced: 'm3.4 8.4 3 3 6-6.6',
  same_order: 'M3 9.2c1.6-3.6 3.3-3.6 5-1.2s3.4 2.4 5-1.2',
  different: 'm4.2 4.2 7.6 7.6m0-7.6-7.6 7.6',
  cannot_be_judged: 'M5.8 6.2a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .9-1 1.6m0 2v.1',
};

/** The sign alone, for places that say the word beside it or in their name. */
export function Sign({ verdict }: { readonly verdict: Verdict }) {
  return (
    <svg className="verdict-sign" data-verdict={verdict} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.5" />
      <path d={SHAPES[verdict]} />
    </svg>
  );
}

export function VerdictMark({
  verdict,
  short = false,
}: {
  readonly verdict: Verdict;
  readonly short?: boolean;
}) {
  return (
    <span className="judged" data-verdict={verdict}>
      <Sign verdict={verdict} />
      <span className={short ? 'visually-hidden' : undefined}>{t(VERDICT_WORDS[verdict])}</span>
    </span>
  );
}

export const total = (counts: Counts): number => VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);

export const countsText = (counts: Counts, words = VERDICT_WORDS): string =>
  wordList(
    VERDICTS.filter((verdict) => counts[verdict] > 0).map(
      (verdict) => `${counts[verdict]} ${t(words[verdict])}`,
    ),
  );

/** How many of each verdict: a bar of four parts with their numbers. */
export function CountsBar({
  counts,
  what,
  slim = false,
  words = VERDICT_WORDS,
}: {
  readonly counts: Counts;
  readonly what: string;
  readonly slim?: boolean;
  readonly words?: Readonly<Record<Verdict, string>>;
}) {
  const all = total(counts);
  return (
    <span
      className={slim ? 'counts counts-slim' : 'counts'}
      role="img"
      aria-label={`${what}: ${all === 0 ? t('none') : countsText(counts, words)}`}
    >
      {VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => (
        <span
          key={verdict}
          className="counts-part"
          data-verdict={verdict}
          style={vars({ '--share': counts[verdict] })}
        >
          {counts[verdict]}
        </span>
      ))}
    </span>
  );
}

/** The same of effects. */
export function EffectsBar({
  effects,
  what,
  slim = false,
}: {
  readonly effects: EffectCounts;
  readonly what: string;
  readonly slim?: boolean;
}) {
  const { same_direction: same_order, ...others } = effects;
  return <CountsBar counts={{ ...others, same_order }} what={what} slim={slim} words={EFFECT_COUNT_WORDS} />;
}

/** What the signs mean. */
export function Legend() {
  return (
    <dl className="verdict-legend">
      {VERDICTS.map((verdict) => (
        <div key={verdict}>
          <dt>
            <VerdictMark verdict={verdict} />
          </dt>
          <dd>{t(VERDICT_RULES[verdict])}</dd>
        </div>
      ))}
      <div>
        <dt>{t('dots')}</dt>
        <dd>
          {t(
            'open diamond: printed; dot: our mean, on its 95 % interval; bar: our median; small dots: our seeds',
          )}
        </dd>
      </div>
      <div>
        <dt>{t('effect')}</dt>
        <dd>
          {t(
            'the ratio of a scheme to the paper’s baseline, minus one. Reproduced: the printed sign with statistical significance, and the size within a third; same direction: only the sign; cannot be judged: the number itself, or our baseline is zero.',
          )}
        </dd>
      </div>
    </dl>
  );
}
