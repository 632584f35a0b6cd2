import { lazy, useState } from 'react';
import { t } from '../../../../models/src/language.ts';
import { told } from '../../../../models/src/told.ts';
import type { DesignRule } from '../../../../wasm/src/fluid-types.ts';
import { EngineError, type LaneScenario } from '../../../../wasm/src/types.ts';
import { Icon } from '../../components/Icon.tsx';
import { Arriving } from '../../state/Arriving.tsx';
import { useApp } from '../../state/context.ts';
import { messageOf } from '../../state/resource.ts';
import { scenarioKey } from '../../state/runner.ts';
import { useStore } from '../../state/store.ts';
import { designedDocument } from './designedDocument.ts';
import { fluidStateOf } from './fluidState.ts';

/** Loaded, with its search, when it is opened. */
const WishDialog = lazy(() => import('./WishDialog.tsx').then((found) => ({ default: found.WishDialog })));

const RULES: readonly { readonly rule: DesignRule; readonly name: string }[] = [
  { rule: 'red', name: 'RED by Hollot’s rule' },
  { rule: 'pi', name: 'PI by Hollot’s rule' },
];

/** The rule's conditions that the lane does not meet. */
const reasons = ({ issues, message }: EngineError): string =>
  issues.length === 0 ? told(message) : issues.map(({ path, rule }) => `${path}: ${told(rule)}`).join('; ');

interface Props {
  readonly scenario: LaneScenario;
  readonly lane: number;
}

/** Adds a lane whose parameters follow a design rule from the literature for this lane's scenario. */
export function Designs({ scenario, lane }: Props) {
  const app = useApp();
  const state = fluidStateOf(app);
  const applied = useStore(state.applied);
  const [wish, setWish] = useState(false);
  const [refusal, setRefusal] = useState<{ readonly of: LaneScenario; readonly text: string } | null>(null);
  const [asked, setAsked] = useState<AbortController | null>(null);

  const apply = async (rule: DesignRule, name: string) => {
    const tell = (text: string) => setRefusal({ of: scenario, text: `${t(name)} ${text}` });
    const refuse = (text: string) => tell(t('does not apply here: {{text}}', { text }));
    const done = app.pending.add(() => true);
    const job = new AbortController();
    asked?.abort();
    setAsked(job);
    try {
      const design = await app.client.ask('design', { lane: scenario, rule }, { signal: job.signal });
      // The design holds only for the lane as it was when it was requested.
      const now = app.lanes.get()[lane];
      if (now === undefined || scenarioKey(now) !== scenarioKey(scenario)) return;
      const designed = designedDocument(app.document(), lane, design, app.engine.catalogue);
      const issues = designed.document === app.document() ? [] : app.change(designed.document);
      if (issues.length > 0) {
        refuse(issues.map(({ message }) => message).join(' '));
        return;
      }
      setRefusal(null);
      state.apply({ design, lane: designed.lane, scenario });
      app.look({ lane: designed.lane });
    } catch (error) {
      // The rule's conditions are not met; any other error is reported as a failure.
      if (job.signal.aborted) return;
      if (error instanceof EngineError) refuse(reasons(error));
      else tell(t('was not computed: {{messageOf}}', { messageOf: messageOf(error) }));
    } finally {
      done();
      setAsked((last) => (last === job ? null : last));
    }
  };

  const claim = applied?.lane === lane ? applied.design.claim : null;
  const refused = refusal?.of === scenario ? refusal.text : null;
  return (
    <div className="designs">
      <span className="muted">{t('Design')}</span>
      {RULES.map(({ rule, name }) => (
        <button key={rule} type="button" className="link" onClick={() => void apply(rule, name)}>
          {t(name)}
        </button>
      ))}
      <button type="button" className="link" onClick={() => setWish(true)}>
        {t('by wish, over a box of conditions')}
      </button>
      {asked !== null && (
        <span className="computing">
          <span role="status">{t('Computing…')}</span>{' '}
          <button type="button" className="link" onClick={() => asked.abort()}>
            {t('Cancel')}
          </button>
        </span>
      )}
      {wish && (
        <Arriving>
          <WishDialog lane={lane} onClose={() => setWish(false)} />
        </Arriving>
      )}
      {claim !== null && (
        <p className="claim" role="status">
          <Icon name="check" /> <span>{told(claim)}</span>
        </p>
      )}
      {refused !== null && (
        <p className="claim" role="alert">
          <Icon name="warn" /> <span>{refused}</span>
        </p>
      )}
    </div>
  );
}
