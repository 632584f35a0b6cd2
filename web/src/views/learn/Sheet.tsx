/**
 * A worksheet: questions with boxes and room to write, and its solutions on separate pages. Designed for
 * paper; the screen shows a preview.
 */
import { t } from '../../../../models/src/language.ts';
import type { ReactNode } from 'react';
import { QrCode } from '../../components/QrCode.tsx';
import type { App } from '../../state/app.ts';
import { useApp } from '../../state/context.ts';

interface Props {
  readonly title: string;
  /** The link that a student opens. */
  readonly link: string;
  readonly back: { readonly name: string; readonly view: Parameters<App['look']>[0] };
  readonly lead?: ReactNode;
  readonly questions: readonly Question[];
  readonly solutions: readonly ReactNode[];
}

interface Question {
  readonly key: string;
  readonly text: ReactNode;
  readonly options: readonly ReactNode[];
  /** The number of lines to write on. */
  readonly lines: number;
}

export function Sheet({ title, link, back, lead, questions, solutions }: Props) {
  const app = useApp();
  return (
    <div className="learn sheet">
      <div className="sheet-ways">
        <button type="button" className="link" onClick={() => app.look(back.view)}>
          {back.name}
        </button>
        <button type="button" className="button primary" onClick={() => window.print()}>
          {t('Print')}
        </button>
      </div>
      <header className="sheet-head">
        <div>
          <h3>{title}</h3>
          <p className="sheet-who">
            <span>{t('Name')}</span>
            <span>{t('Date')}</span>
          </p>
          {lead}
        </div>
        <QrCode link={link} />
      </header>
      <ol className="sheet-questions">
        {questions.map(({ key, text, options, lines }) => (
          <li key={key}>
            {text}
            {options.length > 0 && (
              <ul className="sheet-options">
                {options.map((option, i) => (
                  <li key={i}>
                    <span className="sheet-box" /> {option}
                  </li>
                ))}
              </ul>
            )}
            {Array.from({ length: lines }, (_, i) => (
              <div key={i} className="sheet-line" />
            ))}
          </li>
        ))}
      </ol>
      {solutions.length > 0 && (
        <section className="sheet-solutions" aria-labelledby="sheet-solutions-title">
          <h3 id="sheet-solutions-title">{t('{{title}}: solutions', { title })}</h3>
          <ol>
            {solutions.map((solution, i) => (
              <li key={i}>{solution}</li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
