/** The text of a lane's program. Each text that can be read runs at once; of one that cannot the fault is told, and the last one stays. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { lintKeymap } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import type { App } from '../../state/app.ts';
import { useApp } from '../../state/context.ts';
import { changeProgram, PROGRAM, textIn } from '../../state/programEdits.ts';
import { laneModel } from '../../lanes/model.ts';
import type { Params } from '../../../../wasm/src/types.ts';
import { ProgramLaw } from './ProgramLaw.tsx';
import { editorTheme } from './editorTheme.ts';
import { faultText, programLanguage } from './language.ts';
import '../../styles/program.css';

interface Props {
  readonly lane: number;
  readonly label: string;
  /** As the document has it. */
  readonly text: string;
  readonly params: Params;
}

/** Runs a text in its lane; what is wrong, or nothing. */
function commit(app: App, lane: number, text: string): string | null {
  const { scheme, faults } = app.engine.program(text);
  const [fault] = faults;
  if (fault !== undefined) return `Line ${fault.line}: ${faultText(fault)}`;
  const scenario = app.lanes.get()[lane];
  if (scenario === undefined) return null;
  const { info } = laneModel(app.engine, scenario, lane);
  if (textIn(info, scenario.aqm.params) === text) return null;
  const first = app.engine.catalogue.find(({ id }) => id === scenario.aqm.id)?.name ?? '';
  const next = changeProgram(app.document(), lane, text, scheme, [info.name, first, scenario.aqm.id]);
  const [issue] = app.change(next, `program ${lane}`);
  return issue?.message ?? null;
}

export function ProgramEditor({ lane, label, text, params }: Props) {
  const app = useApp();
  const program = app.engine.program(text);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The last text that could be read. */
  const committed = useRef(text);

  useEffect(() => {
    if (host.current === null) return;
    // In a shadow the editor's styles are sheets that are adopted: the page's policy allows no element of style.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: committed.current,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
          programLanguage(app.engine),
          editorTheme,
          EditorView.contentAttributes.of({ spellcheck: 'false' }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (!docChanged) return;
            const typed = state.doc.toString();
            const wrong = commit(app, lane, typed);
            if (wrong === null) committed.current = typed;
            setProblem(wrong);
          }),
          EditorView.domEventHandlers({
            blur: () => {
              app.settle();
            },
            // Over a selection the browser would keep its look in a style of its own, which the page's policy forbids.
            beforeinput: (event, at) => {
              if (event.inputType !== 'insertText' || event.data === null || at.state.selection.main.empty)
                return false;
              event.preventDefault();
              at.dispatch(at.state.replaceSelection(event.data), { userEvent: 'input.type' });
              return true;
            },
            // The page's own keys are letters.
            keydown: (event) => {
              event.stopPropagation();
              return false;
            },
          }),
        ],
      }),
    });
    editor.current = view;
    return () => {
      view.destroy();
    };
  }, [app, lane]);

  // The name follows the text: the editor stays the same, with its cursor.
  useEffect(() => {
    editor.current?.contentDOM.setAttribute('aria-label', `Program of ${label}`);
  }, [label]);

  // Undo, a link, another document: the text follows. What the editor itself has set comes back here, too, and later than the next key.
  useEffect(() => {
    const view = editor.current;
    const now = app.document().lanes?.[lane]?.aqm?.params?.[PROGRAM] ?? text;
    if (view === null || typeof now !== 'string' || now === committed.current) return;
    committed.current = now;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now } });
  }, [app, lane, text]);

  return (
    <div className="program">
      <div className="program-text" ref={host} />
      <p className="program-state" role="status" data-wrong={problem === null ? undefined : true}>
        {problem === null ? (
          'The lane runs this text.'
        ) : (
          <>
            <Icon name="warn" /> {problem} The lane still runs the last text that could be read.
          </>
        )}
      </p>
      {program.faults.length === 0 && <ProgramLaw label={label} program={program} params={params} />}
    </div>
  );
}
