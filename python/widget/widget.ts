/**
 * The front end of `aqm_explorer.widget` (anywidget.dev): an embedded view whose scenario, results and
 * refusals are traits of a Python object. The wheel has it as one file.
 */
import { embed, Refused, type Options, type View } from '../../embed/src/embed.ts';

/** The part of anywidget's model that is used. */
interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

const optionsOf = (model: Model): Options => {
  const theme = model.get('theme');
  const show = model.get('show') as readonly string[];
  return {
    base: String(model.get('base')),
    locked: model.get('locked') === true,
    autoplay: false,
    ...(show.length > 0 && { show }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
  };
};

/** Shows the model in an element. @returns a function that ends it */
async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  const tell = (name: string, value: unknown) => {
    model.set(name, value);
    model.save_changes();
  };
  /** The scenario that view and model agree on: what comes back from the other side is not sent again. */
  let agreed = '';
  const scenario = () => model.get('scenario') as Record<string, unknown>;
  const refused = (error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    tell('issues', error.issues);
  };
  agreed = JSON.stringify(scenario());
  const view: View = await embed(el, { scenario: scenario() }, optionsOf(model)).catch((error: unknown) => {
    refused(error);
    throw error;
  });
  const load = () => {
    const next = JSON.stringify(scenario());
    if (next === agreed) return;
    agreed = next;
    view.load({ scenario: scenario() }).then(() => tell('issues', []), refused);
  };
  const seek = () => {
    const time = model.get('time');
    if (typeof time === 'number') view.seek(time).catch(refused);
  };
  view.on('change', ({ scenario: changed }) => {
    const text = JSON.stringify(changed);
    if (text === agreed) return;
    agreed = text;
    tell('scenario', changed);
  });
  view.on('result', ({ runs }) => tell('results', runs));
  model.on('change:scenario', load);
  model.on('change:time', seek);
  seek();
  void view.run().then((runs) => tell('results', runs), refused);
  return () => {
    model.off('change:scenario', load);
    model.off('change:time', seek);
    view.finalize();
  };
}

export default { render };
