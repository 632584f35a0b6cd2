/** A small set of line icons, drawn on a 16-unit grid. Decorative: the button that holds one has a name. */
const PATHS = {
  undo: 'M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6',
  redo: 'm10 3 3 3-3 3m3-3H6.5a3.5 3.5 0 0 0 0 7H10',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  plus: 'M8 3v10M3 8h10',
  close: 'm4 4 8 8m0-8-8 8',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  reset: 'M3.5 8a4.5 4.5 0 1 0 1.5-3.4M3.2 2.6v2.6h2.6',
  play: 'M5 3v10l8-5z',
  pause: 'M5 3v10M11 3v10',
  share: 'M8 10V2M5 4.6 8 2l3 2.6M3.5 8.5V13h9V8.5',
  download: 'M8 2v8m-3-3 3 3 3-3M3 13h10',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6',
  auto: 'M8 2.5a5.5 5.5 0 1 1 0 11zM8 2.5a5.5 5.5 0 0 0 0 11',
  projector: 'M2 3h12v7.5H2zM8 10.5V13m-3 1 3-1 3 1',
  help: 'M5.6 6a2.4 2.4 0 1 1 3.5 2.2c-.8.4-1.1.9-1.1 1.8m0 2.4v.1',
  panel: 'M2 3h12v10H2zM6 3v10',
  sliders: 'M3 5h5m3 0h2M3 11h2m3 0h5M8 3.4v3.2M5 9.4v3.2',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  table: 'M2 3h12v10H2zM2 6.5h12M2 10h12M7 3v10',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9m3.3 7.8L14 14',
  open: 'M2 12.5v-9h4l1.5 2H14v7z',
  fit: 'M2 5V2h3m6 0h3v3m0 6v3h-3m-6 0H2v-3',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  minus: 'M3.5 8h9',
  wave: 'M1.5 8c1.6-5 3.2-5 4.9 0s3.2 5 4.8 0 2.4-4 3.3-2.6',
  warn: 'M8 2 1.8 13.5h12.4zM8 6.5v3.2m0 1.9v.1',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  const filled = name === 'play';
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} {...(filled ? { fill: 'currentColor', stroke: 'none' } : {})} />
      {name === 'auto' && <path d="M8 2.5a5.5 5.5 0 1 1 0 11z" fill="currentColor" />}
    </svg>
  );
}
