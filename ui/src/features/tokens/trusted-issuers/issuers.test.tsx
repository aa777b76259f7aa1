// The trusted issuers on the page of robots: their list, adding, editing and deleting one, and testing a token.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '@/lib/drafts';
import { queryClient } from '@/shell/queryClient';
import { refusal } from '@/test/fakeHttp';
import { startTrustedIssuers, trustedIssuer } from '@/test/fakeTrustedIssuers';
import { switchLanguage } from '@/texts/i18n/languages';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

afterEach(() => act(() => switchLanguage('en')));

const section = () => screen.findByRole('region', { name: 'Trusted issuers' });
const press = (name: string) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole('textbox', { name });
const form = () => screen.findByRole('form', { name: 'Settings of the issuer' });

// covers: [ROBOT-02]
test('the page of robots has a section of issuers, which says what they are for', async () => {
  startTrustedIssuers();
  expect(await screen.findByRole('heading', { level: 1, name: 'Robots' })).toBeVisible();
  expect(await screen.findByRole('row', { name: /deployer/ })).toBeVisible();
  const part = await section();
  expect(within(part).getByRole('heading', { level: 2, name: 'Trusted issuers' })).toBeVisible();
  expect(await within(part).findByText('No trusted issuers')).toBeVisible();
  expect(within(part).getByText(/^Add the provider of your jobs/)).toBeVisible();
});

// covers: [ROBOT-02]
test('the list says where tokens come from, what rules there are, and which issuers are turned off', async () => {
  startTrustedIssuers('', kept => {
    kept.all = [
      trustedIssuer('github', { description: 'Releases' }),
      trustedIssuer('gitlab', { issuer: 'https://gitlab.com', enabled: false, rules: [] }),
    ];
  });
  const list = await screen.findByRole('list', { name: 'Trusted issuers' });
  const [github, gitlab] = within(list).getAllByRole('listitem');
  for (const text of [
    'github',
    'https://token.actions.githubusercontent.com',
    'Releases',
    '1 rule: release',
    'Turned on',
  ])
    expect(github).toHaveTextContent(text);
  expect(gitlab).toHaveTextContent('No rules. No token is exchanged.');
  expect(gitlab).toHaveTextContent('Turned off');
});

// covers: [ROBOT-02]
test('an issuer is added with a preset and a rule, in a dialog which the address has', async () => {
  const { kept, user, router } = startTrustedIssuers();
  await user.click(within(await section()).getByRole('button', { name: 'Add issuer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add issuer' });
  await form();
  expect(router.state.location.search).toEqual({ new: 'issuer' });
  expect(screen.queryByRole('dialog', { name: 'Create robot' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('radio', { name: 'GitHub Actions' })).toHaveFocus());
  expect(field('Name')).toHaveValue('github-actions');
  expect(screen.getByText('Claims of GitHub Actions')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'GitLab CI' }));
  expect(field('Address of the issuer')).toHaveValue('https://gitlab.com');
  expect(screen.getByText('Claims of GitLab CI')).toBeVisible();
  await user.clear(field('Audience'));
  await user.click(within(dialog).getByRole('button', { name: 'Add issuer' }));
  expect(field('Audience')).toHaveAccessibleDescription(/^Enter 1 to 255 visible characters\./);
  await waitFor(() => expect(field('Audience')).toHaveFocus());
  expect(screen.getByRole('combobox', { name: 'Robot' })).toHaveAccessibleDescription('Choose a robot.');
  expect(kept.changes).toEqual([]);
  await user.type(field('Audience'), 'waybill');
  await user.type(field('Name of the rule'), 'release');
  expect(screen.getByRole('combobox', { name: 'Claim' })).toHaveValue('project_path');
  await user.type(field('Value'), 'octo-group/app');
  await user.click(press('Add claim'));
  const [, claim] = screen.getAllByRole('combobox', { name: 'Claim' });
  await waitFor(() => expect(claim).toHaveFocus());
  await user.keyboard('ref_protected');
  await user.type(screen.getAllByRole('textbox', { name: 'Value' })[1] as HTMLElement, 'true');
  const robots = screen.getByRole('combobox', { name: 'Robot' });
  expect(await within(robots).findByRole('option', { name: 'mirror (disabled)' })).toBeInTheDocument();
  await user.selectOptions(robots, 'deployer');
  expect(drafts.get()).toBe(1);
  await user.click(within(dialog).getByRole('button', { name: 'Add issuer' }));
  expect(await screen.findByText('The trusted issuer gitlab was added.')).toBeVisible();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(router.state.location.search).toEqual({});
  await waitFor(() => expect(press('Add issuer')).toHaveFocus());
  expect(drafts.get()).toBe(0);
  expect(kept.changes).toEqual([
    {
      call: 'POST ',
      body: {
        name: 'gitlab',
        issuer: 'https://gitlab.com',
        audience: 'waybill',
        description: '',
        enabled: true,
        rules: [
          {
            name: 'release',
            claims: { project_path: 'octo-group/app', ref_protected: 'true' },
            robot: 'p_deployer',
            expires_in_s: 900,
          },
        ],
      },
    },
  ]);
});

// covers: [ROBOT-02]
test('the rules of an issuer are moved, changed and removed, and its name stays', async () => {
  const { kept, user } = startTrustedIssuers('', issuers => {
    const [release] = trustedIssuer('').rules;
    if (!release) return;
    const gone = { ...release, name: 'snapshot', claims: { repository: 'octo-org/*' }, robot: 'p_gone' };
    issuers.all = [trustedIssuer('github', { rules: [release, gone] })];
  });
  await user.click(await screen.findByRole('button', { name: 'Edit github' }));
  await form();
  expect(field('Name')).toHaveAttribute('readonly');
  expect(press('Save changes')).toHaveAttribute('aria-disabled', 'true');
  const second = () => screen.getByRole('group', { name: 'Rule 2' });
  await waitFor(() =>
    expect(within(second()).getByRole('combobox', { name: 'Robot' })).toHaveDisplayValue(
      'A robot that is not listed',
    ),
  );
  await user.click(press('Move the rule snapshot up'));
  expect(screen.getByText('The rule snapshot is now number 1 of 2.')).toBeInTheDocument();
  expect(within(second()).getByRole('textbox', { name: 'Name of the rule' })).toHaveValue('release');
  await user.click(press('Remove the rule snapshot'));
  await waitFor(() => expect(press('Remove the rule release')).toHaveFocus());
  await user.click(screen.getByRole('checkbox', { name: 'Exchange its tokens' }));
  kept.refused = () =>
    refusal(422, 'trusted_issuer_invalid', 'Choose a robot that exists.', { field: 'rules.0.robot' });
  await user.click(press('Save changes'));
  const robot = screen.getByRole('combobox', { name: 'Robot' });
  await waitFor(() => expect(robot).toHaveAccessibleDescription('Choose a robot that exists.'));
  await waitFor(() => expect(robot).toHaveFocus());
  kept.refused = null;
  await user.click(press('Save changes'));
  expect(await screen.findByText('The trusted issuer github was updated.')).toBeVisible();
  await waitFor(() => expect(press('Edit github')).toHaveFocus());
  expect(kept.changes.at(-1)).toMatchObject({
    call: 'PUT /github',
    body: { enabled: false, rules: [{ name: 'release', robot: 'p_deployer', expires_in_s: 600 }] },
  });
});

test('a rule that jobs of strangers match says which claim is missing', async () => {
  const { kept, user } = startTrustedIssuers('?new=issuer');
  await form();
  const claim = screen.getByRole('combobox', { name: 'Claim' });
  await user.clear(claim);
  await user.type(claim, 'ref');
  await user.type(field('Value'), 'refs/heads/main');
  await user.type(field('Name of the rule'), 'release');
  const robots = screen.getByRole('combobox', { name: 'Robot' });
  await user.selectOptions(robots, await within(robots).findByRole('option', { name: 'deployer' }));
  const dialog = screen.getByRole('dialog', { name: 'Add issuer' });
  await user.click(within(dialog).getByRole('button', { name: 'Add issuer' }));
  expect(
    await screen.findByText(/^Jobs of other users of GitHub Actions match these claims too\. Add repository/),
  ).toBeVisible();
  await waitFor(() => expect(claim).toHaveFocus());
  expect(kept.changes).toEqual([]);
});

// covers: [ROBOT-02]
test('a token is tested: the rule that matches, the claims that do not, and why it is not accepted', async () => {
  const { kept, user, router } = startTrustedIssuers('', issuers => {
    issuers.all = [trustedIssuer('github')];
  });
  await user.click(await screen.findByRole('button', { name: 'Test a token of github' }));
  const dialog = await screen.findByRole('dialog', { name: 'Test a token of github' });
  expect(router.state.location.search).toEqual({ test: 'github' });
  await user.click(within(dialog).getByRole('button', { name: 'Test' }));
  expect(field('Token of a job')).toHaveAccessibleDescription(/^Paste a token\./);
  expect(kept.changes).toEqual([]);
  kept.tested = { rule: 'release', refused: null, mismatches: [] };
  await user.type(field('Token of a job'), ' e30.e30.AA ');
  await user.click(within(dialog).getByRole('button', { name: 'Test' }));
  const result = within(dialog).getByRole('status');
  await waitFor(() => expect(result).toHaveTextContent('The rule release matches'));
  await waitFor(() =>
    expect(result).toHaveTextContent('The job is given an access token of deployer for 600 seconds.'),
  );
  expect(kept.changes).toEqual([{ call: 'POST /github/test', body: { token: 'e30.e30.AA' } }]);
  kept.tested = {
    rule: null,
    refused: null,
    mismatches: [
      { rule: 'release', claim: 'repository', found: 'octo-org/other' },
      { rule: 'snapshot', claim: 'environment', found: null },
    ],
  };
  await user.click(within(dialog).getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(result).toHaveTextContent('No rule matches'));
  expect(result).toHaveTextContent('Rule release: the claim repository is octo-org/other.');
  expect(result).toHaveTextContent('Rule snapshot: the token has no claim environment.');
  await user.type(field('Token of a job'), 'A');
  expect(result).toBeEmptyDOMElement();
  kept.tested = { rule: null, refused: 'expired', mismatches: [] };
  await user.click(within(dialog).getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(result).toHaveTextContent('It has expired. Test a newer one.'));
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(press('Test a token of github')).toHaveFocus());
});

// covers: [ROBOT-02]
test('an issuer is deleted after a question', async () => {
  const { kept, user } = startTrustedIssuers('', issuers => {
    issuers.all = [trustedIssuer('github'), trustedIssuer('gitlab')];
  });
  await user.click(await screen.findByRole('button', { name: 'Delete github' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Delete the trusted issuer github?');
  await user.click(press('Keep'));
  await waitFor(() => expect(press('Delete github')).toHaveFocus());
  expect(kept.changes).toEqual([]);
  await user.click(press('Delete github'));
  await user.click(press('Delete'));
  expect(await screen.findByText('The trusted issuer github was deleted.')).toBeVisible();
  await waitFor(() => expect(press('Test a token of gitlab')).toHaveFocus());
  await user.click(press('Delete gitlab'));
  await user.click(press('Delete'));
  expect(await screen.findByText('No trusted issuers')).toBeVisible();
  await waitFor(() => expect(press('Add issuer')).toHaveFocus());
  expect(kept.changes.map(({ call }) => call)).toEqual(['DELETE /github', 'DELETE /gitlab']);
});

test('an issuer that is not there is named, and a list that cannot be loaded is loaded again', async () => {
  const { kept, user } = startTrustedIssuers('?issuer=gone', issuers => {
    issuers.fails = true;
  });
  const part = await section();
  const again = await within(part).findByRole('button', { name: 'Try again' });
  kept.fails = false;
  await user.click(again);
  expect(await within(part).findByText('No trusted issuers')).toBeVisible();
  await waitFor(() =>
    expect(within(part).getByRole('alert')).toHaveTextContent('There is no trusted issuer gone.'),
  );
});

test('what is entered for an issuer stays when the list no longer has it', async () => {
  const { kept, user } = startTrustedIssuers('?issuer=github', issuers => {
    issuers.all = [trustedIssuer('github')];
  });
  await form();
  await user.type(field('Description'), 'Releases');
  kept.all = [];
  await act(() => queryClient.refetchQueries({ queryKey: ['trusted-issuers'] }));
  expect(await screen.findByText('No trusted issuers')).toBeInTheDocument();
  expect(field('Description')).toHaveValue('Releases');
});

test('a dialog that was closed while it saved leaves the user on the page they went to', async () => {
  const { kept, user, router } = startTrustedIssuers('?issuer=github', issuers => {
    issuers.all = [trustedIssuer('github')];
  });
  await form();
  await user.type(field('Description'), 'Releases');
  let answer: () => void = () => undefined;
  kept.held = new Promise(resolve => {
    answer = resolve;
  });
  await user.click(press('Save changes'));
  await act(() => router.navigate({ to: '/session-activity' }));
  answer();
  await screen.findByText('The trusted issuer github was updated.');
  await act(() => new Promise(resolve => setTimeout(resolve, 50)));
  expect(router.state.location.pathname).toBe('/session-activity');
});
