import { t } from '../../../models/src/language.ts';
import { Dialog } from '../components/Dialog.tsx';
import { QrCode } from '../components/QrCode.tsx';

/** A link for a whole room: a code to photograph, and a text if the link is short enough to type. */
export function LinkLarge({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  return (
    <Dialog title={t('This scenario as a link')} onClose={onClose} wide>
      <div className="link-large">
        <QrCode
          link={link}
          otherwise={
            <p>
              {t(
                'The link has {{link}} characters, more than a code of this kind holds. Share it as text, or the scenario as a file.',
                { link: link.length },
              )}
            </p>
          }
        />
        <p className="link-large-text">{link.replace(/^https?:\/\//, '')}</p>
      </div>
    </Dialog>
  );
}
