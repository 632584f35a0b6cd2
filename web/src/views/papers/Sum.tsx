import { useMemo } from 'react';
import { BEST, PAPERS, PRINTED, type Counts } from '../../../../models/src/papers/index.ts';
import { verdictsOf, type Loaded } from './loaded.ts';
import { total } from './Marks.tsx';

/** All papers in two sentences. */
export function Sum({ papers }: { readonly papers: readonly Loaded[] }) {
  const { printed, best } = useMemo(() => {
    const under = (reading: string) => papers.map((paper) => verdictsOf(paper, reading));
    return { printed: under(PRINTED), best: under(BEST) };
  }, [papers]);
  if (papers.length < PAPERS.length) return null;
  const share = (all: readonly Counts[]) =>
    `${all.reduce((sum, { reproduced }) => sum + reproduced, 0)} of ${all.reduce((sum, counts) => sum + total(counts), 0)}`;
  return (
    <p>
      As printed, <strong>{share(printed.map(({ claimed }) => claimed))} claims</strong> and{' '}
      <strong>{share(printed.map(({ values }) => values))} numbers</strong> are reproduced; under the best
      reading <strong>{share(best.map(({ claimed }) => claimed))}</strong> and{' '}
      <strong>{share(best.map(({ values }) => values))}</strong>.
    </p>
  );
}
