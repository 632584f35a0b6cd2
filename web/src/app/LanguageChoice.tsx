import { language, t } from '../../../models/src/language.ts';
import { languages, ownName } from '../state/language.ts';
import { useApp } from '../state/context.ts';

/** The languages of the page, each by its own name. */
export function LanguageChoice() {
  const app = useApp();
  return (
    <select
      className="language"
      aria-label={t('Language')}
      data-tip={t('Language')}
      value={language()}
      onChange={(event) => app.look({ language: event.target.value })}
    >
      {languages().map((code) => (
        <option key={code} value={code} lang={code}>
          {ownName(code)}
        </option>
      ))}
    </select>
  );
}
