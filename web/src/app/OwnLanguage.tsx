import { t } from '../../../models/src/language.ts';
import { download } from '../base/download.ts';
import { useApp } from '../state/context.ts';
import { knownTexts, takeLanguage } from '../state/language.ts';

/** A language that is not in the page: its texts as a file to translate, and such a file opened. */
export function OwnLanguage() {
  const app = useApp();
  const open = async (file: File) => {
    const { readLocaleFile } = await import('../../../models/src/locale-file.ts');
    const known = await knownTexts();
    const found = readLocaleFile(file.name, await file.text(), known);
    if (!found.ok) {
      app.notices.add('error', t('{{name}} is no language file.', { name: file.name }), found.faults);
      return;
    }
    takeLanguage(found);
    app.look({ language: found.code });
    const { length } = Object.keys(found.texts);
    app.notices.add(
      'info',
      t('{{name}}: {{count}} of {{all}} texts. What is missing is shown in English.', {
        name: file.name,
        count: length,
        all: Object.keys(known).length,
      }),
    );
  };
  const save = async () => {
    const empty = Object.fromEntries(Object.keys(await knownTexts()).map((key) => [key, '']));
    download('fr.json', `${JSON.stringify(empty, null, 2)}\n`, 'application/json');
  };
  return (
    <>
      <label className="link file">
        {t('Open a language file…')}
        <input
          type="file"
          className="visually-hidden"
          accept=".json"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file !== undefined) void open(file);
          }}
        />
      </label>{' '}
      <button type="button" className="link" onClick={() => void save()}>
        {t('Download the texts to translate')}
      </button>
    </>
  );
}
