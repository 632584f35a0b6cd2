import { NetworkForm, TrafficForm } from './ScenarioForm.tsx';

/** The forms of what a lane, or a case of a study, can have of its own. */
export const OwnForms = () => (
  <div className="lane-own">
    <TrafficForm />
    <NetworkForm />
  </div>
);
