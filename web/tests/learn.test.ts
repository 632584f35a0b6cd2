import { describe, expect, it } from 'vitest';
import { renderStory } from '../../models/src/stories/render.ts';
import { mathMl } from '../../models/tools/aqm-texts.ts';
import { mathMl as mathMlInPage } from '../src/views/learn/maths.ts';
import { printOutcome } from '../src/views/learn/printOutcome.ts';

describe('the number of a story', () => {
  it('has three digits, and its interval where that can be seen', () => {
    expect(printOutcome({ mean: 0.0468, ci95: [0.045, 0.0486], n: 3 }, 'ms')).toBe('46.8 ± 1.8 ms');
    expect(printOutcome({ mean: 9.69e6, ci95: [9.6899e6, 9.6901e6], n: 3 }, 'Mbit/s')).toBe('9.69 Mbit/s');
    expect(printOutcome({ mean: 0.0365, n: 1 }, '%')).toBe('3.65 %');
    expect(printOutcome({ mean: 1866, n: 1 }, '')).toBe('1866');
    expect(printOutcome({ mean: -6.91, n: 1 }, 'degrees')).toBe('−6.91°');
    expect(printOutcome({ mean: 0, n: 3, ci95: [0, 0] }, 'packets')).toBe('0 packets');
    expect(printOutcome(undefined, 's')).toBe('–');
  });
});

describe('the texts of stories', () => {
  it('become HTML, the scenario inside stays as it is', () => {
    const rendered = renderStory(
      {
        see: 'max_p & *more*',
        equation: 'p^2',
        scenario: { question: 'max_p & *more*?' },
        options: [{ text: 'a < b' }],
        hints: ['`a*b*` is $a_1 < b$', '<img src=x onerror=y>'],
        id: 'max_p',
      },
      mathMl,
    );
    expect(rendered).toMatchObject({
      see: '<span class="sym"><i>max</i><sub><i>p</i></sub></span> &amp; <em>more</em>',
      equation: expect.stringContaining('<msup>') as string,
      scenario: { question: 'max_p & *more*?' },
      options: [{ text: 'a &lt; b' }],
      hints: [
        expect.stringMatching(/^<code>a\*b\*<\/code> is <span class="katex"><math/) as string,
        '&lt;img src=x onerror=y&gt;',
      ],
      id: 'max_p',
    });
  });

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\htmlData{onclick=alert(1)}{x}',
    '\\includegraphics{http://a.example/x.png}',
    '</math><img src=x onerror=alert(1)>',
    '\\def\\a{\\a\\a}\\a',
  ])('of a link bring neither addresses nor elements, whatever their TeX: %s', (equation) => {
    const { equation: html } = renderStory({ equation }, mathMlInPage);
    expect(html).toMatch(/^<span class="katex(-error|)"/);
    const tags = html.match(/<[^>]*>/g) ?? [];
    const names = tags.map((tag) => /^<\/?([a-z]+)/.exec(tag)?.[1] ?? tag);
    expect(names.filter((name) => !/^(span|math|semantics|annotation|m[a-z]+)$/.test(name))).toEqual([]);
    expect(tags.join('').replaceAll(/"[^"]*"/g, '')).not.toMatch(/ (?:href|src|on\w+|data-\w+)=/);
  });
});
