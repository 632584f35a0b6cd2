import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { language } from '../../../models/src/language.ts';
import { languageFor, opened, speak } from '../state/language.ts';
import { useStore } from '../state/store.ts';
import { useView } from '../state/useView.ts';

/** Draws the page anew when the reader chooses another language. */
export function InLanguage({ children }: { readonly children: ReactNode }) {
  const wanted = languageFor(useView('language'));
  const edition = useStore(opened);
  const [shown, setShown] = useState(`${language()} 0`);
  useEffect(() => {
    let asked = true;
    void speak(wanted).then(() => {
      if (asked) setShown(`${language()} ${edition}`);
    });
    return () => {
      asked = false;
    };
  }, [wanted, edition]);
  return <Fragment key={shown}>{children}</Fragment>;
}
