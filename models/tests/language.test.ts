import { afterEach, expect, test } from 'vitest';
import { setLanguage, t } from '../src/language.ts';

afterEach(() => setLanguage('en', {}));

test('Chinese has a space at a Latin word or a number, and none between its own signs', () => {
  setLanguage('zh', {
    '{{parts}} and {{last}}': '{{parts}} 和 {{last}}',
    ' of {{row}} ({{n}})': '{{row}} 的 {{n}} 个',
  });
  expect(t('{{parts}} and {{last}}', { parts: 'RED、CoDel', last: 'PIE' })).toBe('RED、CoDel 和 PIE');
  expect(t('{{parts}} and {{last}}', { parts: '瓶颈时延', last: '分组大小' })).toBe('瓶颈时延和分组大小');
  expect(t('{{parts}} and {{last}}', { parts: 'RED', last: '分组大小' })).toBe('RED 和分组大小');
  expect(t(' of {{row}} ({{n}})', { row: '流', n: 0.5 })).toBe('流的 0.5 个');
});
