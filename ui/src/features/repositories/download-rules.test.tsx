// The page of download rules before a server that keeps them as the real one does.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Fetch } from '@/engine/api';
import type { CurrentDownloadRules, WantedDownloadRules } from '@/generated/api';
import type { DownloadRule } from '@/generated/types';
import { drafts } from '@/lib/drafts';
import { queryClient } from '@/shell/queryClient';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

beforeEach(() => {
  drafts.set(0);
  sessionStorage.clear();
});

const age = (name: string, more: Partial<DownloadRule> = {}): DownloadRule => ({
  name,
  enabled: true,
  repositories: [],
  condition: { type: 'age', min_hours: 24 },
  action: 'refuse',
  ...more,
});

const severe = age('Severe', { condition: { type: 'severity', at_least: 'high' }, action: 'warn' });

/** The calls of the real server, with the refusals that the tests below bring about. */
class Rules {
  current: CurrentDownloadRules = {
    rules: [],
    revision: 0,
    changed_at: null,
    changed_by: null,
    severities_apply: true,
  };
  fails = false;

  set(rules: DownloadRule[], by: string | null = 'ann'): void {
    const { revision, severities_apply } = this.current;
    const changed = { changed_at: '2026-01-02T09:00:00.000Z', changed_by: by };
    this.current = { rules, revision: revision + 1, severities_apply, ...changed };
  }

  get names(): string[] {
    return this.current.rules.map(rule => rule.name);
  }

  answer(init: RequestInit): Response {
    if (this.fails) return refusal(503, 'unavailable', 'The rules cannot be read.');
    if ((init.method ?? 'GET') === 'GET') return this.#answer();
    const wanted: WantedDownloadRules = JSON.parse(String(init.body));
    if (wanted.revision !== this.current.revision)
      return refusal(409, 'edited_meanwhile', 'They were changed.', { field: 'revision' });
    const names = wanted.rules.map(rule => rule.name.toLowerCase());
    const twice = names.findIndex((name, at) => names.indexOf(name) < at);
    if (twice !== -1) {
      const field = `rules[${twice}].name`;
      return refusal(400, 'download_rule_name_taken', 'Another rule has this name.', { field });
    }
    const isOdd = ({ condition }: DownloadRule) =>
      condition.type === 'licence' && condition.refused.includes('Mine');
    const odd = wanted.rules.findIndex(isOdd);
    if (odd !== -1) {
      const field = `rules[${odd}].condition.refused`;
      return refusal(400, 'download_rule_licences', "'Mine' is no identifier of SPDX.", { field });
    }
    this.set(wanted.rules);
    return this.#answer();
  }

  #answer(): Response {
    return new Response(JSON.stringify(this.current), { status: 200 });
  }
}

/** The page with these rules. */
function withRules(rules: DownloadRule[], prepare: (kept: Rules) => void = () => undefined, query = '') {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const kept = new Rules();
  if (rules.length > 0) kept.set(rules);
  prepare(kept);
  const { fetch } = server;
  const own: Fetch = (path, init) =>
    path.endsWith('/download-rules') ? Promise.resolve(kept.answer(init)) : fetch(path, init);
  server.fetch = own;
  return { kept, ...startConsole(`/admin/repositories/download-rules${query}`, server) };
}

const list = () => screen.findByRole('list', { name: 'Download rules in their order' });
const rows = async () => within(await list()).getAllByRole('listitem');
const dialogOf = (name: string) => screen.findByRole('dialog', { name });
const field = (dialog: HTMLElement, name: string) => within(dialog).getByRole('textbox', { name });

// covers: [DOWN-05]
test('without rules the page says what they do, and a rule is created', async () => {
  const { kept, user } = withRules([]);
  expect(await screen.findByText(/^Rules refuse downloads of packages or/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New rule' }));
  const dialog = await dialogOf('New rule');
  await user.type(field(dialog, 'Name'), 'Licences');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'What happens' }), 'warn');
  await user.type(field(dialog, 'Repositories'), 'npm-*, pypi-remote');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Which versions' }), 'By licence');
  await user.type(field(dialog, 'Licences'), 'AGPL-3.0-only{Enter}SSPL-1.0');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Also versions without a known licence' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create rule' }));
  await screen.findByText('Licences was created.');
  expect(kept.current.rules).toEqual([
    {
      name: 'Licences',
      enabled: true,
      repositories: ['npm-*', 'pypi-remote'],
      condition: { type: 'licence', refused: ['AGPL-3.0-only', 'SSPL-1.0'], unknown: true },
      action: 'warn',
    },
  ]);
  const [row] = await rows();
  expect(row).toHaveTextContent(
    'Versions with the licence AGPL-3.0-only or SSPL-1.0, or without a known one',
  );
  expect(row).toHaveTextContent('npm-*, pypi-remote');
  expect(row).toHaveTextContent('Warn');
  expect(screen.getByText(/^Last changed by ann, /)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(drafts.get()).toBe(0);
});

// covers: [DOWN-05]
test('rules are moved, turned off and deleted, and a deleted one comes back to its place', async () => {
  const { kept, user } = withRules([age('One'), age('Two'), age('Three')]);
  await list();
  const button = (name: string) => screen.getByRole('button', { name });
  expect(button('Move One up')).toHaveAttribute('aria-disabled', 'true');
  expect(button('Move Three down')).toHaveAttribute('aria-disabled', 'true');
  await user.click(button('Move One up'));
  expect(kept.current.revision).toBe(1);

  await user.click(button('Move One down'));
  expect(await screen.findByText('One is now number 2 of 3.')).toBeInTheDocument();
  expect(kept.names).toEqual(['Two', 'One', 'Three']);
  expect(button('Move One down')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('One is now number 3 of 3.')).toBeInTheDocument();
  await user.click(button('Move Three up'));
  await waitFor(() => expect(kept.names).toEqual(['Three', 'Two', 'One']));
  await waitFor(async () => expect((await rows())[0]).toHaveTextContent('Three'));

  const state = screen.getByRole('switch', { name: 'Enabled: Two' });
  expect(state).toBeChecked();
  await user.click(state);
  await waitFor(() => expect(state).not.toBeChecked());
  expect(kept.current.rules.map(rule => rule.enabled)).toEqual([true, false, true]);

  await user.click(button('Delete Two'));
  const question = screen.getByRole('alert');
  expect(question).toHaveTextContent('Delete the rule Two?');
  await user.click(within(question).getByRole('button', { name: 'Keep' }));
  expect(button('Delete Two')).toHaveFocus();
  await user.click(button('Delete Two'));
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Two was deleted.');
  expect(kept.names).toEqual(['Three', 'One']);
  await waitFor(() => expect(button('New rule')).toHaveFocus());
  await user.click(button('Undo'));
  await screen.findByText('Two was restored.');
  expect(kept.current.rules[1]).toEqual(age('Two', { enabled: false }));
  await waitFor(async () => expect(await rows()).toHaveLength(3));
});

// covers: [DOWN-05]
test('what is missing or refused is shown at its field, which gets the focus', async () => {
  const { kept, user } = withRules([age('One'), age('Two')]);
  await user.click(await screen.findByRole('button', { name: 'Edit Two' }));
  const dialog = await dialogOf('Two');
  const name = field(dialog, 'Name');
  const hours = field(dialog, 'Age in hours');
  const save = within(dialog).getByRole('button', { name: 'Save changes' });
  await user.clear(name);
  await user.clear(hours);
  await user.click(save);
  expect(name).toHaveAccessibleDescription(/Enter a name\./);
  expect(hours).toHaveAccessibleDescription(/Enter a whole number of hours\./);
  await waitFor(() => expect(name).toHaveFocus());
  await user.type(hours, '36');
  await user.type(name, 'one');
  await user.click(save);
  await waitFor(() => expect(name).toHaveAccessibleDescription(/Another rule has this name\./));
  await waitFor(() => expect(name).toHaveFocus());
  expect(within(dialog).queryByRole('alert')).toBeNull();
  await user.type(name, ' more');
  expect(name).toBeValid();

  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Which versions' }), 'By licence');
  await user.type(field(dialog, 'Licences'), 'Mine');
  await user.click(save);
  const licences = field(dialog, 'Licences');
  await waitFor(() => expect(licences).toHaveAccessibleDescription(/'Mine' is no identifier of SPDX\./));
  expect(kept.current.revision).toBe(1);
  await user.clear(licences);
  await user.type(licences, 'MIT');
  await user.click(save);
  await screen.findByText('one more was updated.');
  expect(kept.names).toEqual(['One', 'one more']);
});

// covers: [DOWN-05]
test('rules that were changed meanwhile are loaded at a button, and what was entered is kept', async () => {
  const { kept, user } = withRules([age('One'), age('Two')]);
  await user.click(await screen.findByRole('button', { name: 'Edit Two' }));
  const dialog = await dialogOf('Two');
  await user.clear(field(dialog, 'Age in hours'));
  await user.type(field(dialog, 'Age in hours'), '48');
  kept.set([age('Other'), age('Two', { enabled: false }), age('One')], 'bob');
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Another administrator has changed the rules meanwhile.',
  );
  expect(kept.names).toEqual(['Other', 'Two', 'One']);
  await user.click(within(dialog).getByRole('button', { name: 'Load the newest rules' }));
  await within(dialog).findByText(/^The newest rules are loaded/);
  expect(field(dialog, 'Age in hours')).toHaveValue('48');
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Two was updated.');
  const changed = age('Two', { enabled: false, condition: { type: 'age', min_hours: 48 } });
  expect(kept.current.rules).toEqual([age('Other'), changed, age('One')]);
});

// covers: [DOWN-05]
test('a rule that was deleted meanwhile is created again only when it is saved', async () => {
  const { kept, user } = withRules([age('One'), age('Two')]);
  await user.click(await screen.findByRole('button', { name: 'Edit Two' }));
  const dialog = await dialogOf('Two');
  kept.set([age('One')], 'bob');
  // what is loaded behind the dialog is not what the change is based on
  await queryClient.invalidateQueries({ queryKey: ['download-rules'] });
  await screen.findByText(/^Last changed by bob, /);
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Load the newest rules' }));
  await within(dialog).findByText('This rule was deleted meanwhile. Saving creates it again.');
  expect(kept.names).toEqual(['One']);
  // while the rules are loaded nothing is saved
  const save = within(dialog).getByRole('button', { name: 'Save changes' });
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled'));
  await user.click(save);
  await screen.findByText('Two was updated.');
  expect(kept.names).toEqual(['One', 'Two']);
});

// covers: [DOWN-05]
test('the list that was changed meanwhile is not moved over, and is loaded at a button', async () => {
  const { kept, user } = withRules([age('One'), age('Two')]);
  await list();
  kept.set([age('Two'), age('One'), age('Other')], 'bob');
  await user.click(screen.getByRole('button', { name: 'Move One down' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('so nothing was changed');
  expect(kept.names).toEqual(['Two', 'One', 'Other']);
  await user.click(screen.getByRole('button', { name: 'Load the newest rules' }));
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect(screen.getByText(/^Last changed by bob, /)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the page says where rules about severities do not apply', async () => {
  withRules([age('One'), severe], kept => {
    kept.current = { ...kept.current, severities_apply: false };
  });
  expect(await screen.findByText(/^Rules about severities do not apply at present/)).toBeVisible();
});

test.each([
  ['where they apply', [severe], true],
  ['without such a rule', [age('One')], false],
  ['where such a rule is off', [{ ...severe, enabled: false }], false],
] as const)('severities are not mentioned %s', async (_, rules, severities_apply) => {
  withRules([...rules], kept => {
    kept.current = { ...kept.current, severities_apply };
  });
  await list();
  expect(screen.queryByText(/^Rules about severities do not apply/)).toBeNull();
});

test('rules that cannot be loaded are asked for again, and a rule that is not there is named', async () => {
  const { kept, user } = withRules(
    [age('One')],
    rules => {
      rules.fails = true;
    },
    '?rule=Gone',
  );
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert')).toBeVisible();
  kept.fails = false;
  await user.click(again);
  const dialog = await dialogOf('Gone');
  expect(dialog).toHaveTextContent('There is no download rule Gone.');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows()).toHaveLength(1);
});
