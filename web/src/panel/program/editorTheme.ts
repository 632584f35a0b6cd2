/** The look of the editor: the page's own colours, which also apply inside its shadow root. */
import { EditorView } from '@codemirror/view';

export const editorTheme = EditorView.theme({
  '&': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--ground)',
    color: 'var(--ink)',
    fontSize: '0.8125rem',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-scroller': {
    fontFamily: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    lineHeight: '1.5',
    maxHeight: 'min(60vh, 34rem)',
    minHeight: '9rem',
  },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.375rem 0' },
  '.cm-gutters': { border: '0', backgroundColor: 'var(--panel)', color: 'var(--muted)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused .cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--grid)',
  },
  '.cm-tooltip': {
    maxWidth: 'min(24rem, 90vw)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    fontFamily: "'Source Sans 3 Variable', system-ui, sans-serif",
  },
  '.word-help': { padding: '0.25rem 0.5rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-diagnostic': { borderLeft: '0', padding: '0.25rem 0.5rem' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--error)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline dotted var(--error)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--error)' },
  '.look-keyword': { color: 'var(--accent)', fontWeight: '600' },
  '.look-number, .look-unit': { color: 'light-dark(#00527f, #94cdf5)' },
  '.look-text, .look-comment': { color: 'var(--muted)' },
  '.look-comment': { fontStyle: 'italic' },
  '.look-reading, .look-function': { color: 'light-dark(#00593f, #7be0bd)' },
  '.look-param': { color: 'light-dark(#7d3400, #ffb885)' },
  '.look-state': { fontWeight: '600' },
});
