import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { language } from '../../../models/src/language.ts';
import { languageFor, speak } from '../state/language.ts';
import { useView } from '../state/useView.ts';

/** Draws the page anew when the reader chooses another language. */
export function InLanguage({ children }: { readonly children: ReactNode }) {
  const wanted = languageFor(useView('language'));
  const [shown, setShown] = useState(language);
  useEffect(() => {
    let asked = true;
    void speak(wanted).then(() => {
      if (asked) setShown(language());
    });
    return () => {
      asked = false;
    };
  }, [wanted]);
  return <Fragment key={shown}>{children}</Fragment>;
}
