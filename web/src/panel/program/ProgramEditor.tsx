/**
 * The text of a lane's program. A readable text runs at once; for an unreadable one the error is shown, and
 * the last readable text keeps running.
 */
import { told } from '../../../../models/src/told.ts';
import { t } from '../../../../models/src/language.ts';
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
  /** The text in the document. */
  readonly text: string;
  readonly params: Params;
}

/** Runs a text in its lane; returns the error, or null. */
function commit(app: App, lane: number, text: string): string | null {
  const { scheme, faults } = app.engine.program(text);
  const [fault] = faults;
  if (fault !== undefined)
    return t('Line {{line}}: {{faultText}}', { line: fault.line, faultText: faultText(fault) });
  const scenario = app.lanes.get()[lane];
  if (scenario === undefined) return null;
  const { info } = laneModel(app.engine, scenario, lane);
  if (textIn(info, scenario.aqm.params) === text) return null;
  const first = app.engine.catalogue.find(({ id }) => id === scenario.aqm.id)?.name ?? '';
  const next = changeProgram(app.document(), lane, text, scheme, [info.name, first, scenario.aqm.id]);
  const [issue] = app.change(next, t('program {{lane}}', { lane }));
  return issue === undefined ? null : told(issue.message);
}

export function ProgramEditor({ lane, label, text, params }: Props) {
  const app = useApp();
  const program = app.engine.program(text);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The last readable text. */
  const committed = useRef(text);

  useEffect(() => {
    if (host.current === null) return;
    // In a shadow root, the editor adopts its styles as style sheets: the page's policy forbids style
    // elements.
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
            // When typing replaces a selection, the browser would copy its look into a style attribute, which
            // the page's policy forbids.
            beforeinput: (event, at) => {
              if (event.inputType !== 'insertText' || event.data === null || at.state.selection.main.empty)
                return false;
              event.preventDefault();
              at.dispatch(at.state.replaceSelection(event.data), { userEvent: 'input.type' });
              return true;
            },
            // The page's own shortcuts are letters, so typed keys must not reach the page.
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

  // The name follows the text; the editor with its cursor stays the same.
  useEffect(() => {
    editor.current?.contentDOM.setAttribute('aria-label', t('Program of {{label}}', { label }));
  }, [label]);

  // After an undo, a link or another document, the editor's text follows the document. The editor's own
  // changes come back here, too, and they may arrive after the next key.
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
          t('The lane runs this text.')
        ) : (
          <>
            <Icon name="warn" />{' '}
            {t('{{problem}} The lane still runs the last text that could be read.', { problem })}
          </>
        )}
      </p>
      {program.faults.length === 0 && <ProgramLaw label={label} program={program} params={params} />}
    </div>
  );
}
