import { expect, test } from 'vitest';
import type { Change } from '@/generated/api';
import { guards } from '@/generated/charts';
import type { MachineName } from '@/generated/types';
import schema from '@/generated/types.ts?raw';
import { actsOf, daysOf } from './groups';
import { plain } from './people';
import { sentenceOf } from './sentences';
import { table } from './table';

const MARIA = 'p_1';
const people = { [MARIA]: 'maria', p_2: 'bob', p_3: null };

let seq = 0;

/** A record; the newest has the highest number. */
function record(machine: MachineName, event: Change['event'], more: Partial<Change> = {}): Change {
  seq += 1;
  return {
    v: 1,
    seq,
    stream: 'session/s1',
    machine,
    tab: null,
    instance: 1,
    event,
    guards: [],
    refused: null,
    from: 'a',
    to: 'b',
    state: null,
    calls: [],
    at: '2026-11-23T12:00:00Z',
    who: MARIA,
    cause: null,
    command: null,
    rules: '',
    schema: 1,
    prev: '',
    can: [],
    ...more,
  };
}

const place = (route: string, params = {}) => ({ route, params, query: {} });

function opened(route: string, wanted = route, outcome = 'entered', hops: object[] = []): Change {
  const decision = { wanted: place(wanted), outcome, hops, facts: null };
  return record(
    'navigation',
    { type: 'go', wanted: place(wanted) },
    { state: { state: 'settled', place: place(route), decision } },
  );
}

const text = (of: Change) => {
  const sentence = sentenceOf(of, people);
  return sentence && plain(sentence.text);
};

/** The types of events that the schema has for each machine: charts show only those that exploration finds. */
function eventsOf(machine: string): string[] {
  const name = machine.replace(/(^|_)([a-z])/g, (_, _line, letter: string) => letter.toUpperCase());
  const start = schema.indexOf(`export type ${name}Event =`);
  const end = schema.indexOf('\nexport ', start);
  return [...schema.slice(start, end).matchAll(/"type": "([a-z_.]+)"/g)].map(([, type]) => type ?? '');
}

test('every event of every machine of the schema has a sentence or is marked as internal', () => {
  const machines = Object.keys(guards);
  expect(Object.keys(table).sort()).toEqual([...machines].sort());
  for (const machine of machines) {
    const events = eventsOf(machine);
    expect(events.length, machine).toBeGreaterThan(0);
    expect(Object.keys(table[machine as MachineName]).sort(), machine).toEqual([...new Set(events)].sort());
  }
});

test('a sentence names the user and the title of the page', () => {
  expect(text(opened('admin.support'))).toBe('maria opened Support zone');
  expect(text(record('session', { type: 'sign_in', person: MARIA }, { who: 'anonymous' }))).toBe(
    'maria signed in',
  );
});

test('what was refused is reported as such', () => {
  const refusals = [
    opened('overview', 'admin.support', 'blocked'),
    opened('login', 'admin.support', 'redirected', [{ route: 'admin.support', guard: 'x', to: 'login' }]),
    record('login', { type: 'access.authenticate', outcome: 'refused', notice: {} }),
    record('account', { type: 'fail_sign_in', step: 'password', times: 3 }, { stream: 'user/p_2' }),
    record('account', { type: 'stop_passwords', until: '2026-01-03T09:00:00.000Z' }, { stream: 'user/p_2' }),
  ];
  expect(refusals.map(of => sentenceOf(of, people)?.refused)).toEqual([true, true, true, true, true]);
  expect(refusals.map(text)).toEqual([
    'maria was not let into Support zone',
    'maria asked for Support zone and was led to Sign in',
    'A sign-in was refused',
    '3 sign-ins as bob failed',
    'Passwords of bob are refused on unknown devices after too many incorrect ones',
  ]);
  const rejected = record(
    'project',
    { type: 'create', name: 'Shop' },
    { refused: { code: 'project_key_taken', args: {} } },
  );
  expect(sentenceOf(rejected, people)).toMatchObject({ refused: true, rejected: true });
});

test('a page that leads on by itself is no refusal', () => {
  const tab = { route: 'releaseBundles', guard: 'bundles_tab', to: 'releaseBundles' } as const;
  const bundles = opened('releaseBundles', 'bundles', 'redirected', [tab]);
  expect(text(bundles)).toBe('maria opened Release bundles');
  expect(sentenceOf(bundles, people)).toMatchObject({ refused: false });
  const home = opened('packages', 'root', 'redirected', [{ route: 'root', guard: 'home', to: 'packages' }]);
  expect(sentenceOf(home, people)).toMatchObject({ refused: false });
  expect(text(home)).toBe('maria opened Packages');
});

test('an erased user stays erased, and an unknown one gets no name', () => {
  const made = (stream: string) => record('account', { type: 'disable' }, { stream });
  expect(text(made('user/p_2'))).toBe('maria disabled bob');
  expect(text(made('user/p_3'))).toBe('maria disabled Erased user');
  expect(text(made('user/p_4'))).toBe('maria disabled Unknown user');
});

test('the server and the command line are named as what they are', () => {
  const by = { means: 'command_line', os_uid: 0 };
  const made = (event: object) =>
    record('licence', { type: 'remove', ...event }, { who: 'system', stream: 'licence' });
  expect(text(made({ by }))).toBe('The command line (user 0) removed the licence');
  expect(text(made({}))).toBe('The server removed the licence');
});

test('a name in another script does not reorder its sentence, nor a mark in it', () => {
  const created = record('project', { type: 'create', name: 'a\u2069\u2066b' }, { stream: 'project/p' });
  const sentence = sentenceOf(created, people)?.text;
  expect(sentence).toBe('\u2068maria\u2069 created the project \u2068ab\u2069');
});

// covers: [CLI-01]
test('an answer to a command-line client is an act, and a wrong code a refusal with its name', () => {
  const answered = (outcome: string, more: object = {}, state: object | null = null) =>
    record(
      'cli_login',
      { type: 'access.grant_client_login', outcome, ...more },
      { state: state as Change['state'] },
    );
  const wrong = answered('wrong_code', { left: 2 }, { state: 'asked', name: 'JFrog-CLI' });
  const acts = [answered('granted', { token_id: 't_1' }), wrong, record('cli_login', { type: 'deny' })];
  expect(acts.map(text)).toEqual([
    'maria signed in a command-line client',
    'An incorrect code was entered for the command-line client JFrog-CLI',
    'maria denied a command-line client',
  ]);
  expect(acts.map(of => sentenceOf(of, people)?.refused)).toEqual([false, true, false]);
  expect(sentenceOf(answered('refused', { notice: {} }), people)).toMatchObject({ refused: true });
  expect(text(record('cli_login', { type: 'open', name: 'JFrog-CLI' }))).toBeNull();
});

// covers: [HOOK-04]
test('what happens to a release bundle is named with its version', () => {
  const named = { name: 'shop', version: '1.0' };
  const completed = { state: 'completed', bundle: named };
  const of = (type: string, more: object, state: object | null = completed) =>
    text(record('release_bundle', { type, ...more }, { state: state as Change['state'] }));
  expect(of('begin', named)).toBeNull();
  expect(of('complete', { bundle: named })).toBe('maria created the release bundle shop 1.0');
  expect(of('fail', { why: 'storage' }, { state: 'failed', ...named })).toBe(
    'The release bundle shop 1.0 could not be created',
  );
  expect(of('begin_promotion', { environment: 'PROD', repositories: [] })).toBe(
    'maria started the promotion of the release bundle shop 1.0 to PROD',
  );
  expect(of('end_promotion', { outcome: { status: 'completed', files: 1 } })).toBeNull();
  expect(of('end_promotion', { outcome: { status: 'failed', why: 'refused' } })).toBe(
    'A promotion of the release bundle shop 1.0 failed',
  );
  expect(of('delete', named, { state: 'absent' })).toBe('maria deleted the release bundle shop 1.0');
});

// covers: [HOOK-04]
test('distributing a release bundle is named with its targets, and a failure as one', () => {
  const bundle = { name: 'shop', version: '1.0' };
  const of = (type: string, more = {}, distributions: object[] = []) =>
    text(
      record(
        'release_bundle',
        { type, ...more },
        { state: { state: 'completed', bundle, distributions } as unknown as Change['state'] },
      ),
    );
  const [ended, failed] = ['completed', 'failed'].map(status => ({ kind: 'distribute', status: { status } }));
  const targets = ['asia', 'europe'];
  expect(of('import', { bundle, received: true })).toBe(
    'maria registered the release bundle shop 1.0 from another Waybill',
  );
  expect(of('begin_distribution', { kind: 'distribute', targets })).toBe(
    'maria started the distribution of the release bundle shop 1.0 to asia, europe',
  );
  expect(of('begin_distribution', { kind: 'remove', targets })).toBe(
    'maria started the removal of the release bundle shop 1.0 from asia, europe',
  );
  expect(of('end_target', { target: 'asia', outcome: { outcome: 'pending' } })).toBeNull();
  expect(of('end_distribution', {}, [failed ?? {}, ended ?? {}])).toBeNull();
  expect(of('end_distribution', {}, [ended ?? {}, failed ?? {}])).toBe(
    'A distribution of the release bundle shop 1.0 failed',
  );
  expect(of('interrupt_distribution', {}, [{ ...failed, kind: 'remove' }])).toBe(
    'A removal of the release bundle shop 1.0 from its targets failed',
  );
  expect(of('abort_distribution')).toBe('maria aborted the distribution of the release bundle shop 1.0');
  expect(of('abort_distribution', {}, [{ ...failed, kind: 'remove' }])).toBe(
    'maria aborted the removal of the release bundle shop 1.0 from its targets',
  );
  expect(of('begin_removal')).toBe(
    'maria started the removal of the received release bundle shop 1.0 with its files',
  );
  expect(of('fail_removal')).toBe('The received release bundle shop 1.0 could not be removed');
  const target = { key: 'europe', url: 'https://europe.example.org' };
  expect(text(record('distribution_target', { type: 'create', target }))).toBe(
    'maria added the distribution target europe',
  );
});

// covers: [ROBOT-02]
test('an exchange names the issuer, the rule, the robot and the job', () => {
  const event = { type: 'exchange', rule: 'release', person: 'p_2', subject: 'repo:octo-org/app' };
  const state = { state: 'existing', issuer: { name: 'github' } };
  const exchanged = record('trusted_issuer', event, { who: 'system', state: state as Change['state'] });
  expect(text(exchanged)).toBe(
    'A job of github was given an access token of bob by the rule release: repo:octo-org/app',
  );
  expect(sentenceOf(exchanged, people)).toMatchObject({ kind: 'signIn', refused: false });
});

// covers: [PASS-01, PASS-02, PASS-04]
test('what happens to the mail server and to forgotten passwords is named', () => {
  const server = { host: 'mail.example.org' };
  expect(text(record('mail_server', { type: 'create', server }))).toBe(
    'maria set up the mail server mail.example.org',
  );
  expect(text(record('mail_server', { type: 'delete' }))).toBe('maria removed the mail server');
  expect(text(record('mail_outbox', { type: 'queue' }))).toBeNull();
  const visitor = { who: 'anonymous' };
  const asked = (outcome: string) =>
    record('forgot_password', { type: 'access.forgot_password', outcome }, visitor);
  expect(text(asked('sent'))).toBe('A link for a forgotten password was requested');
  expect(sentenceOf(asked('refused'), people)).toMatchObject({ refused: true });
  const checked = (outcome: string) =>
    record('reset_password', { type: 'access.check_reset_key', outcome }, visitor);
  expect(text(checked('valid'))).toBeNull();
  expect(text(checked('refused'))).toBe('A link for a new password did not work');
  const reset = record('reset_password', { type: 'access.reset_password', outcome: 'accepted' }, visitor);
  expect(text(reset)).toBe('A forgotten password was replaced');
  const linked = (purpose?: string) =>
    record('account', { type: 'allow_password', purpose }, { stream: 'user/p_2' });
  expect(text(linked('reset'))).toBe('A link for a forgotten password was created for bob');
  expect(text(linked())).toBe('maria created a password link for bob');
});

test('repeats are one line, and internal steps are left out unless all are asked for', () => {
  const idle = record('idle', { type: 'activity' });
  const records = [opened('admin.support'), idle, opened('admin.support'), opened('builds')];
  const lines = (filter?: Parameters<typeof actsOf>[2], search?: string) =>
    actsOf(records, people, filter, search).map(act => [
      act.sentence ? plain(act.sentence.text) : act.record.event.type,
      act.times,
    ]);
  expect(lines()).toEqual([
    ['maria opened Support zone', 2],
    ['maria opened Builds', 1],
  ]);
  expect(lines('steps')).toHaveLength(4);
  expect(lines('signIn')).toEqual([]);
  expect(lines('all', 'BUILDS maria')).toEqual([['maria opened Builds', 1]]);
});

test('acts are divided by day, and a repeat does not reach over midnight', () => {
  const at = (day: number) => ({ ...opened('builds'), at: new Date(2026, 10, day, 12).toISOString() });
  const days = daysOf(actsOf([at(23), at(23), at(22)], people));
  expect(days.map(day => day.acts.map(act => act.times))).toEqual([[2], [1]]);
});

test('an event of a newer server is an internal step', () => {
  expect(sentenceOf(record('idle', { type: 'unheard_of' }), people)).toBeNull();
  expect(sentenceOf(record('constructor' as MachineName, { type: 'toString' }), people)).toBeNull();
});
