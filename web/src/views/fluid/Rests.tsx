import { t } from '../../../../models/src/language.ts';
import type { FluidModel } from '../../../../wasm/src/fluid-types.ts';
import { restsOf } from './rests.ts';

/** All equilibria of a model, if there are several or a set of them. */
export function Rests({ model, perSecond }: { readonly model: FluidModel; readonly perSecond: number }) {
  const found = restsOf(model, perSecond);
  if (found === null) return null;
  return (
    <div className="rests">
      <p className="verdict-because">{found.sentence}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Rest')}</th>
            <th scope="col">{t('Queue, packets')}</th>
            <th scope="col">{t('Wait')}</th>
            <th scope="col">{t('Probability')}</th>
            <th scope="col">{t('Nearby')}</th>
          </tr>
        </thead>
        <tbody>
          {found.rows.map(({ place, queue, wait, probability, stability, told }, i) => (
            <tr key={i} aria-current={told || undefined}>
              <th scope="row">
                {i + 1} {place}
              </th>
              <td>{queue}</td>
              <td>{wait}</td>
              <td>{probability}</td>
              <td>{stability}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
