import { told } from '../../../models/src/told.ts';
import { t } from '../../../models/src/language.ts';
import { Icon } from '../components/Icon.tsx';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';

export function Notices() {
  const { notices } = useApp();
  const all = useStore(notices.store);
  return (
    <div className="notices" aria-live="polite">
      {all.map(({ id, tone, text, details, action }) => (
        <div key={id} className="notice" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
          {tone === 'error' && <Icon name="warn" />}
          <div>
            <p>{told(text)}</p>
            {details.map((detail) => (
              <p key={detail} className="notice-detail">
                {told(detail)}
              </p>
            ))}
          </div>
          {action !== undefined && (
            <button
              type="button"
              className="button"
              onClick={() => {
                notices.dismiss(id);
                action.act();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="icon-button tiny"
            aria-label={t('Dismiss')}
            onClick={() => notices.dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
