import { expect, test } from 'vitest';
import type { DownloadCondition, DownloadRule } from '@/generated/types';
import { conditionText } from './ruleText';
import { areHoursWrong, isNameMissing, NEW_RULE, ruleOf, valuesOf } from './ruleValues';

test.each<[DownloadCondition, string]>([
  [{ type: 'severity', at_least: 'high' }, 'Versions with an advisory of severity high or higher'],
  // there is none above it
  [{ type: 'severity', at_least: 'critical' }, 'Versions with an advisory of severity critical'],
  [{ type: 'licence', refused: ['MIT'], unknown: false }, 'Versions with the licence MIT'],
  [
    { type: 'licence', refused: ['0BSD', 'ISC', 'MIT'], unknown: true },
    'Versions with the licence 0BSD, ISC, or MIT, or without a known one',
  ],
  [
    { type: 'licence', refused: ['A', 'B', 'C', 'D', 'E'], unknown: false },
    'Versions with the licence A, B, C, D, or 1 other',
  ],
  [{ type: 'licence', refused: [], unknown: true }, 'Versions without a known licence'],
  [{ type: 'age', min_hours: 1 }, 'Versions published less than 1 hour ago'],
  [{ type: 'age', min_hours: 24 }, 'Versions published less than 24 hours ago'],
  [{ type: 'age', min_hours: 30 }, 'Versions published less than 30 hours ago'],
  [{ type: 'age', min_hours: 8_760 }, 'Versions published less than 365 days ago'],
])('a condition is one sentence: %j', (condition, sentence) => {
  expect(conditionText(condition)).toBe(sentence);
});

const rule = (condition: DownloadCondition): DownloadRule => ({
  name: 'One',
  enabled: false,
  repositories: ['npm-*', 'pypi-remote'],
  condition,
  action: 'warn',
});

test.each<DownloadCondition>([
  { type: 'severity', at_least: 'low' },
  { type: 'licence', refused: ['AGPL-3.0-only', 'GPL-2.0-only WITH Classpath-exception-2.0'], unknown: true },
  { type: 'age', min_hours: 48 },
])('a rule that is shown in the form and not changed is sent as it was: %j', condition => {
  expect(ruleOf(valuesOf(rule(condition)), false)).toEqual(rule(condition));
});

test('entries are separated by commas or lines, and each is sent once', () => {
  const typed = {
    ...NEW_RULE,
    type: 'licence',
    name: ' A ',
    repositories: ' npm-*,,\npypi ,npm-* \n',
  } as const;
  const sent = ruleOf({ ...typed, licences: 'MIT\nISC, MIT' }, true);
  expect(sent.name).toBe('A');
  expect(sent.repositories).toEqual(['npm-*', 'pypi']);
  expect(sent.condition).toEqual({ type: 'licence', refused: ['MIT', 'ISC'], unknown: false });
});

test('hours are digits, and only a rule about the age needs them', () => {
  const hoursOf = (hours: string) => areHoursWrong({ ...NEW_RULE, type: 'age', hours });
  for (const hours of ['1', ' 24 ', '8760']) expect(hoursOf(hours), hours).toBe(false);
  for (const hours of ['', '-1', '1.5', '1e3', 'day']) expect(hoursOf(hours), hours).toBe(true);
  expect(areHoursWrong({ ...NEW_RULE, type: 'licence', hours: '' })).toBe(false);
  expect(isNameMissing({ ...NEW_RULE, name: '  ' })).toBe(true);
});
