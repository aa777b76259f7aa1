import { afterEach, expect, test } from 'vitest';
import { ago } from './ago';
import { switchLanguage } from './i18n/languages';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');

afterEach(() => switchLanguage('en'));

test.each([
  ['2026-03-10T12:00:00.000Z', 'now'],
  ['2026-03-10T11:59:01.000Z', 'now'],
  ['2026-03-10T11:59:00.000Z', '1 minute ago'],
  ['2026-03-10T09:00:01.000Z', '2 hours ago'],
  ['2026-03-09T12:00:00.000Z', 'yesterday'],
  ['2026-03-05T12:00:00.000Z', '5 days ago'],
  ['2026-02-20T12:00:00.000Z', '2 weeks ago'],
  ['2025-12-01T12:00:00.000Z', '3 months ago'],
  ['2023-01-01T12:00:00.000Z', '3 years ago'],
  // the clock of the server may be ahead
  ['2026-03-10T12:00:30.000Z', 'now'],
])('%s is %s', (at, text) => {
  expect(ago(at, NOW)).toBe(text);
});

test('it is written in the language of the page', async () => {
  await switchLanguage('de');
  expect(ago('2026-03-10T09:00:00.000Z', NOW)).toBe('vor 3 Stunden');
  await switchLanguage('ja');
  expect(ago('2026-03-09T12:00:00.000Z', NOW)).toBe('昨日');
});
