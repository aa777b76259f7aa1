import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { titleOf } from '@/shell/paths';
import { startConsole } from '@/test/harness';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts as accountTexts } from '../account';
import { texts as activityTexts } from '../activity';
import { texts as useTexts } from '../packageUse';
import { dayTime, recordTime } from '../time';
import { chooseLanguage, language, loadInsideTexts, preferredLanguage, switchLanguage } from './languages';

const browserSpeaks = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);

beforeEach(() => localStorage.clear());
afterEach(() => act(() => switchLanguage('en')));

test('the browser’s languages decide, in their order, until the user does', async () => {
  browserSpeaks('pt-BR', 'de-AT', 'ar');
  expect(preferredLanguage()).toBe('de');
  await chooseLanguage('ar');
  expect(localStorage.getItem('waybill.language')).toBe('ar');
  expect(preferredLanguage()).toBe('ar');
});

test('a language that is stored but unknown counts for nothing, and English is the last resort', () => {
  browserSpeaks('pt', 'ko');
  for (const stored of ['tlh', 'toString', '']) {
    localStorage.setItem('waybill.language', stored);
    expect(preferredLanguage()).toBe('en');
  }
});

test('a choice renders the page again, in its direction, and keeps the focus on the choice', async () => {
  const { user } = startConsole('/login');
  await screen.findByRole('heading', { name: 'Sign in' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'ar');
  expect(await screen.findByRole('heading', { name: 'تسجيل الدخول' })).toBeInTheDocument();
  expect(document.documentElement).toHaveAttribute('lang', 'ar');
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  expect(screen.getByRole('combobox', { name: 'اللغة' })).toHaveFocus();
  expect(screen.getByText('متصل')).toBeInTheDocument();
  expect(screen.queryByText('Live')).not.toBeInTheDocument();
  expect(document.title).toContain('تسجيل الدخول');
  await user.selectOptions(screen.getByRole('combobox'), 'en');
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
  expect(document.documentElement).toHaveAttribute('dir', 'ltr');
});

test('a change of language is no navigation', async () => {
  const { user, server } = startConsole('/login');
  await screen.findByRole('heading', { name: 'Sign in' });
  const before = server.records.length;
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'de');
  await screen.findByRole('heading', { name: 'Anmelden' });
  expect(server.records.length).toBe(before);
});

test('the last of two choices counts', async () => {
  await Promise.all([switchLanguage('ar'), switchLanguage('de')]);
  expect(language.get()).toBe('de');
});

test('what only pages in the frame show is loaded with the frame, in each language from then on', async () => {
  await switchLanguage('de');
  expect(texts.close).toBe('Schließen');
  expect(useTexts.followers).toBe('Followers');
  await loadInsideTexts();
  expect(useTexts.followers).toBe('Follower');
  await switchLanguage('fr');
  expect(useTexts.followers).toBe('Abonnés');
});

test('plurals follow each language’s rules, and numbers are Intl’s', async () => {
  await loadInsideTexts();
  const count = (value: number) => activityTexts.activity.count({ count: value });
  expect([1, 2, 1234].map(count)).toEqual(['1 record', '2 records', '1,234 records']);
  await switchLanguage('de');
  expect([1, 1234].map(count)).toEqual(['1 Eintrag', '1.234 Einträge']);
  await switchLanguage('fr');
  // nought is singular, and round millions have a form of their own
  expect([0, 1, 2, 1_000_000].map(count)).toEqual([
    '0 enregistrement',
    '1 enregistrement',
    '2 enregistrements',
    '1\u202f000\u202f000 d’enregistrements',
  ]);
  await switchLanguage('ja');
  expect([0, 1, 1234].map(count)).toEqual(['レコード0件', 'レコード1件', 'レコード1,234件']);
  await switchLanguage('ar');
  expect(new Set([0, 1, 2, 5, 11, 100].map(count)).size).toBe(6);
  expect(count(2)).toBe('سجلان');
  expect(accountTexts.sessions.revokeOne({ agent: 'Firefox' })).toBe('تسجيل خروج Firefox');
});

test('dates are written for the language, and for the user’s own kind of it', async () => {
  const at = '2026-03-05T14:03:02.007';
  browserSpeaks('en-GB');
  expect(dayTime(at)).toBe('5 Mar 2026, 14:03');
  expect(recordTime(at)).toBe('14:03:02.007');
  await switchLanguage('de');
  expect(dayTime(at)).toBe('05.03.2026, 14:03');
  await switchLanguage('ja');
  expect(dayTime(at)).toBe('2026/03/05 14:03');
  await switchLanguage('fr');
  expect(dayTime(at)).toBe('5 mars 2026, 14:03');
});

test('what the server says in English is said in the language of the page', async () => {
  expect(noticeText('wrong_password', 'The current password is incorrect.', '')).toBe(
    'The current password is incorrect.',
  );
  await switchLanguage('de');
  expect(noticeText('wrong_password', 'The current password is incorrect.', '')).toBe(
    'Das aktuelle Passwort ist falsch.',
  );
  expect(noticeText('network', '', '')).toBe(texts.notice.network);
  expect(noticeText('never_heard_of', 'Its own words.', '')).toBe('Its own words.');
  expect(noticeText('never_heard_of', '', texts.failed)).toBe('Etwas ist schiefgegangen');
  expect(titleOf('login')).toBe('Anmelden');
});
