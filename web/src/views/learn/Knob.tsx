import { t } from '../../../../models/src/language.ts';
import { formatQuantity } from '../../../../models/src/index.ts';
import { valueAt } from '../../../../models/src/path.ts';
import { pathsOf, type Knob as KnobOf } from '../../../../models/src/stories/index.ts';
import { Slider } from '../../components/Slider.tsx';
import { Symbols } from '../../components/Symbols.tsx';
import type { App } from '../../state/app.ts';
import { changeAt } from '../../state/edits.ts';
import { useStore } from '../../state/store.ts';

/** One quantity that the reader may change, within the limits of the story. */
export function Knob({ knob, stage }: { readonly knob: KnobOf; readonly stage: App }) {
  const { present } = useStore(stage.history);
  const paths = pathsOf(knob);
  const value = valueAt(present, paths[0] ?? []);
  if (typeof value !== 'number') return null;
  const shown = formatQuantity(value, knob.unit ?? '');
  return (
    <div className="story-knob">
      <span>
        <Symbols text={t(knob.label)} />
      </span>
      <output>{shown}</output>
      <Slider
        label={t(knob.label)}
        value={value}
        min={knob.from}
        max={knob.to}
        log={knob.scale === 'log'}
        integer={knob.whole === true}
        valueText={shown}
        onInput={(next, gesture) => {
          stage.change(
            paths.reduce((document, path) => changeAt(document, path, next), present),
            gesture,
          );
        }}
        onSettle={() => stage.settle()}
      />
    </div>
  );
}
