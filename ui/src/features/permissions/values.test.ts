import { expect, test } from 'vitest';
import { texts } from '@/texts/permissions';
import { NEW, problemsOf, type Target, type Values } from './values';

const target = (key: string): Target => ({ key, includes: '**', excludes: '' });
const values = (more: Partial<Values>): Values => ({ ...NEW, name: 'Team', ...more });
const maria = { name: 'maria', actions: ['READ' as const] };

// covers: [PERM-05, HOOK-05]
test('rights need a repository, and patterns of release bundles need none', () => {
  const bundles = [target('ANY')];
  expect(problemsOf(values({}))).toEqual({ targets: texts.targetMissing });
  expect(problemsOf(values({ bundles }))).toEqual({});
  const nowhere = { targets: texts.grantedNowhere };
  expect(problemsOf(values({ bundles, users: [maria] }))).toEqual(nowhere);
  expect(problemsOf(values({ bundles, groups: [{ ...maria, name: 'crew' }] }))).toEqual(nowhere);
  expect(problemsOf(values({ bundles, everyone: true }))).toEqual(nowhere);
  expect(problemsOf(values({ bundles, users: [maria], targets: [target('libs')] }))).toEqual({});
});

// covers: [PERM-05]
test('a permission with rights on builds needs no repository, unless it has other rights', () => {
  expect(problemsOf(values({}), true)).toEqual({});
  expect(problemsOf(values({ users: [maria] }), true)).toEqual({ targets: texts.grantedNowhere });
});

// covers: [PERM-05]
test('a user or group without an action is named', () => {
  const idle = { name: 'crew', actions: [] };
  expect(problemsOf(values({ targets: [target('libs')], users: [maria], groups: [idle] }))).toEqual({
    grantees: texts.noAction({ name: 'crew' }),
  });
});
