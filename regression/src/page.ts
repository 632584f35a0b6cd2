/**
 * The kit's requests to a page: only the functions of `window.aqm` (docs/contract.md), so that it works with
 * every build of the page, at any address.
 */

export interface Column {
  readonly label: string;
  readonly unit: string;
  /** Null if nothing was observed. */
  readonly values: readonly (number | null)[];
}

/** The numbers of one lane of a plot, or of the whole plot. */
export interface Part {
  readonly lane?: number;
  readonly x: Column;
  readonly series: readonly Column[];
}

export interface SeenPlot {
  readonly name: string;
  readonly lane?: number;
  readonly title: string;
  readonly parts: readonly Part[];
  readonly view: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly svg: string;
  /** The picture of the plot on the page; absent if it was not requested. */
  readonly png?: Uint8Array;
}

export interface SeenRun {
  readonly lane: number;
  readonly label: string;
  readonly aqm: string;
  readonly seed: number;
  readonly digest: string;
}

export interface Seen {
  readonly runs: readonly SeenRun[];
  readonly plots: readonly SeenPlot[];
}

/** The used part of Playwright's page. */
export interface AnyPage {
  url(): string;
  evaluate<R, A>(work: (arg: A) => R | Promise<R>, arg: A): Promise<R>;
  locator(selector: string): { nth(index: number): { screenshot(options?: object): Promise<Uint8Array> } };
}

interface Wanted {
  /** One plot, or all. */
  readonly plot?: string;
  readonly lane?: number;
}

/** Everything that the page plots, once no work is pending. */
export async function look(
  page: AnyPage,
  { pictures = false, ...wanted }: Wanted & { readonly pictures?: boolean } = {},
): Promise<Seen> {
  // As text, which is passed to Node in one piece, and in which NaN becomes null.
  const text = await page.evaluate(inPage, wanted);
  const seen = JSON.parse(text) as Seen;
  if (!pictures) return seen;
  const plots: SeenPlot[] = [];
  for (const plot of seen.plots) {
    const place = ({ name, lane }: SeenPlot) =>
      `[data-plot="${name}"]${lane === undefined ? ':not([data-lane])' : `[data-lane="${lane}"]`}`;
    const before = plots.filter((other) => place(other) === place(plot)).length;
    const png = await page
      .locator(place(plot))
      .nth(before)
      .screenshot({ animations: 'disabled', caret: 'hide' });
    plots.push({ ...plot, png });
  }
  return { ...seen, plots };
}

/** Runs in the page, so it must not use anything from this file. */
async function inPage(wanted: Wanted): Promise<string> {
  interface Surface {
    ready(): Promise<void>;
    plots(): readonly { name: string; lane?: number; title: string; lanes: readonly number[] }[];
    plot(name: string, lane?: number): { x: unknown; series: unknown; view: unknown } | null;
    svg(name: string, lane?: number): Promise<string | null>;
    runs(): Promise<unknown>;
  }
  const surface = (globalThis as unknown as { aqm?: Surface }).aqm;
  if (surface === undefined) throw new Error('This page is not AQM Explorer: it has no window.aqm.');
  await surface.ready();
  const plots: unknown[] = [];
  for (const { name, lane, title, lanes } of surface.plots()) {
    const asked = wanted.lane;
    if (wanted.plot !== undefined && name !== wanted.plot) continue;
    if (asked !== undefined && lane !== undefined && lane !== asked) continue;
    if (asked !== undefined && lanes.length > 0 && !lanes.includes(asked)) continue;
    const own = lane === undefined ? {} : { lane };
    const all = lanes.length === 0 ? [lane] : asked === undefined ? lanes : [asked];
    const numbers = all.map((of) => ({ of, found: surface.plot(name, of) }));
    plots.push({
      name,
      ...own,
      title,
      parts: numbers.map(({ of, found }) => ({
        ...(of === undefined ? {} : { lane: of }),
        x: found?.x,
        series: found?.series,
      })),
      view: numbers[0]?.found?.view,
      svg: (await surface.svg(name, lane ?? lanes[0])) ?? '',
    });
  }
  return JSON.stringify({ runs: await surface.runs(), plots });
}
