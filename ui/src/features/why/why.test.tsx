import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { guards } from '@/generated/charts';
import type { Decision } from '@/generated/types';
import { closeDialog } from '@/shell/dialogs';
import { FakeServer } from '@/test/fakeServer';
import { startConsole } from '@/test/harness';
import { texts } from '@/texts/why';
import { relevantFacts } from './guards';
import { wordsOf } from './HopStep';

afterEach(closeDialog);

test('every guard of the machine has its sentences, and no sentence is about a guard that is gone', () => {
  const inChart = [...guards.navigation].sort();
  expect(Object.keys(relevantFacts).sort()).toEqual(inChart);
  for (const guard of inChart) {
    const { says, change } = wordsOf(guard, false);
    expect(says.length).toBeGreaterThan(20);
    expect(change).not.toBe('');
    expect(says).not.toBe(texts.unknown.says);
  }
  expect(wordsOf('made_up', false).says).toBe(texts.unknown.says);
  // an administrator need not ask one
  expect(wordsOf('feature_unsupported', true).change).not.toMatch(/administrator/i);
  expect(wordsOf('feature_unsupported', false).change).toMatch(/administrator/i);
});

const at = (route: 'packages' | 'admin.licenses.licenses' | 'pipelines') => ({
  route,
  params: {},
  query: {},
});

async function settle(change: (server: FakeServer) => Decision) {
  const server = new FakeServer();
  server.signIn();
  const started = startConsole('/packages', server);
  await screen.findByRole('heading', { name: 'Packages' });
  const decision = change(server);
  // view-as asks for the page again, and that answer must not come after this one
  await waitFor(() => expect(server.commands.filter(({ event }) => event.type === 'go')).toHaveLength(2));
  await waitFor(() => expect(started.engine.outbox.pending.get()).toEqual([]));
  server.settle(at('packages'), decision);
  return { ...started, button: await screen.findByRole('button', { name: 'Why was I sent here?' }) };
}

test('a page that was entered has no button; one that was not opened is said at once', async () => {
  const server = new FakeServer();
  server.signIn();
  startConsole('/packages', server);
  await screen.findByRole('heading', { name: 'Packages' });
  expect(screen.queryByRole('button', { name: 'Why was I sent here?' })).toBeNull();
  server.settle(at('packages'), {
    wanted: at('pipelines'),
    outcome: 'blocked',
    hops: [{ route: 'pipelines', guard: 'menu_item_hidden', to: 'packages' }],
    facts: null,
  });
  expect(await screen.findByText('The requested page was not opened.')).toBeInTheDocument();
});

test('the sheet names the step, the rule, the facts of the record that decided, and what would change it', async () => {
  const { user, button } = await settle(server => {
    server.look({ type: 'view_as' }, { role: 'user', licence: null, flavour: null });
    return {
      wanted: { route: 'admin.management.users', params: {}, query: {} },
      outcome: 'redirected',
      hops: [{ route: 'admin.management.users', guard: 'unauthorised', to: 'packages' }],
      facts: server.seq,
    };
  });
  await user.click(button);
  const sheet = within(await screen.findByRole('dialog', { name: 'Why was I sent here?' }));
  expect(sheet.getByText('You asked for “Users” and are on “Packages”.')).toBeInTheDocument();
  expect(sheet.getByText('From “Users” to “Packages”')).toBeInTheDocument();
  expect(sheet.getByText(texts.guards.unauthorised.says)).toBeInTheDocument();
  expect(sheet.getByText(/Ask an administrator for the role/)).toBeInTheDocument();
  expect(sheet.getByText('unauthorised')).toBeInTheDocument();
  // only the facts of the rule, and the view
  expect(sheet.getByText('Administrator, viewed as: User')).toBeInTheDocument();
  expect(sheet.getByText('users who can administer the project')).toBeInTheDocument();
  expect(sheet.queryByText('Licence')).toBeNull();
  expect(sheet.getByRole('button', { name: /Return to your own view/ })).toBeInTheDocument();
});

test('facts that are not on the page are read from the log, and the record is a way into the activity', async () => {
  const { user, button, server } = await settle(fake => {
    fake.facts = { ...fake.facts, licence: 'NONE' };
    fake.look({ type: 'view_as' }, { role: null, licence: null, flavour: 'standard' });
    return {
      wanted: at('packages'),
      outcome: 'redirected',
      hops: [{ route: 'packages', guard: 'no_licence', to: 'admin.licenses.licenses' }],
      facts: fake.seq,
    };
  });
  const seq = Number(server.records.findLast(({ machine }) => machine === 'startup')?.seq);
  await user.click(button);
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('none installed')).toBeInTheDocument();
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(sheet.getByRole('button', { name: 'Copy as JSON' }));
  expect(JSON.parse(copied.mock.calls[0]?.[0] ?? '')).toMatchObject({
    decision: { outcome: 'redirected' },
    facts: { facts: { licence: 'NONE' } },
    facts_record: seq,
    facts_are_of_now: false,
  });
  await user.click(sheet.getByRole('button', { name: `Record ${seq}` }));
  await waitFor(() => expect(window.location.pathname).toBe('/ui/session-activity'));
  expect(window.location.search).toBe(`?machine=startup&record=${seq}`);
  expect(await screen.findByRole('region', { name: new RegExp(`${seq}`) })).toBeInTheDocument();
});

test('visitors who were sent to sign in can ask why, too', async () => {
  const { user } = startConsole('/packages');
  await user.click(await screen.findByRole('button', { name: 'Why was I sent here?' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText(texts.guards.anonymous_not_allowed.says)).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Why was I sent here?' })).toHaveFocus());
});
