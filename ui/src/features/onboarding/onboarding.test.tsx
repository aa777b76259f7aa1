import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { charts } from '@/generated/charts';
import type { Answers, OnboardingState } from '@/generated/types';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

const person = 'p_7';
const answers: Answers = {
  purpose: 'commercial',
  details: { role: null, other_role: null, company_name: null, oss_project_name: null },
  desired_features: [],
  default_project: false,
};
const unanswered: Answers = { ...answers, purpose: null };

/** The quick-setup page while the wizard is in a state. */
function showing(state: OnboardingState) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  server.push({ machine: 'onboarding', event: { type: 'offer' }, to: state });
  return startConsole('/quick-setup', server);
}

const sent = (server: FakeServer) =>
  server.commands.filter(command => command.machine === 'onboarding').map(({ event }) => event);

test('the first page says what this is about, and begins', async () => {
  const { server, user } = showing({ state: 'init', person, answers: unanswered });
  const title = await screen.findByRole('heading', { name: 'Welcome to Waybill' });
  await waitFor(() => expect(title).toHaveFocus());
  expect(screen.getByText('Step 1 of 4')).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Steps of the wizard' })).toHaveTextContent('Welcome');
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent(server)).toEqual([{ type: 'next' }]));
});

test('what the browser has kept is handed in first', async () => {
  const data = {
    is_completed: true,
    step_data_object: { step: 'purpose', purpose: 'personal' },
    is_valid: true,
  };
  localStorage.setItem(`waybill.personalisation.${person}`, JSON.stringify({ purpose: data }));
  const { server, user } = showing({ state: 'init', person, answers: unanswered });
  await user.click(await screen.findByRole('button', { name: 'Start' }));
  await waitFor(() =>
    expect(sent(server)).toEqual([{ type: 'restore', purpose: 'personal' }, { type: 'next' }]),
  );
  localStorage.clear();
});

test('a purpose is chosen by keys, and what the server refuses is said', async () => {
  const { server, user } = showing({ state: 'purpose', person, answers: unanswered });
  await user.click(await screen.findByRole('radio', { name: /Personal/ }));
  await waitFor(() => expect(sent(server)).toEqual([{ type: 'choose', purpose: 'personal' }]));
  expect(screen.getByRole('button', { name: 'Back' })).toBeInTheDocument();
});

test('choosing and going on at once sends both, in this order', async () => {
  const { server, user } = showing({ state: 'purpose', person, answers: unanswered });
  const radio = await screen.findByRole('radio', { name: /Personal/ });
  server.held = [];
  await user.click(radio);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.held).toHaveLength(1));
  server.release();
  await waitFor(() =>
    expect(sent(server)).toEqual([{ type: 'choose', purpose: 'personal' }, { type: 'next' }]),
  );
});

test('a refused answer does not go on to the next question', async () => {
  const { server, user } = showing({ state: 'desired_features', person, answers, failure: null });
  const box = await screen.findByRole('checkbox', { name: 'CI/CD' });
  server.held = [];
  server.refuses = 'stale';
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  server.release();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(sent(server)).toEqual([{ type: 'want', desired_features: ['continuous_integration'] }]);
  server.refuses = null;
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  await waitFor(() => expect(sent(server).at(-1)).toEqual({ type: 'send' }));
});

test('the fields that a role and a purpose ask for come and go with them', async () => {
  const { user } = showing({ state: 'details', person, answers });
  expect(await screen.findByLabelText('Company name')).toBeInTheDocument();
  expect(screen.queryByLabelText('What do you do?')).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Other' }));
  expect(screen.getByLabelText('What do you do?')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'DevOps Engineer' }));
  expect(screen.queryByLabelText('What do you do?')).not.toBeInTheDocument();
});

test('what was typed before is there again, and a personal purpose names a project instead', async () => {
  const own = { personal: '0'.repeat(64), value: 'Cratewalk' };
  const details = { ...answers.details, oss_project_name: own };
  showing({ state: 'details', person, answers: { ...answers, purpose: 'personal', details } });
  expect(await screen.findByLabelText(/open-source project/)).toHaveValue('Cratewalk');
  expect(screen.queryByLabelText('Company name')).not.toBeInTheDocument();
});

test('several features can be chosen, and why sending failed is said', async () => {
  const failure = { code: 'project_not_created', message: 'Failed to create a project', retry_at: null };
  const { server, user } = showing({ state: 'desired_features', person, answers, failure });
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create a project');
  await user.click(screen.getByRole('checkbox', { name: 'CI/CD' }));
  await waitFor(() =>
    expect(sent(server)).toEqual([{ type: 'want', desired_features: ['continuous_integration'] }]),
  );
});

test('never asking again has to be confirmed', async () => {
  const { server, user } = showing({ state: 'purpose', person, answers });
  await user.click(await screen.findByRole('button', { name: 'Do not ask again' }));
  expect(screen.getByRole('button', { name: 'Keep asking' })).toHaveFocus();
  expect(sent(server)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Keep asking' }));
  await user.click(screen.getByRole('button', { name: 'Do not ask again' }));
  await user.click(screen.getByRole('button', { name: 'Do not ask again' }));
  await waitFor(() => expect(sent(server)).toEqual([{ type: 'dismiss' }]));
});

const notice = { code: 'x', message: '', retry_at: null };
const complete = {
  occasion: { purpose: 'personal', oss_project_name: null },
  work: { role: 'devops_engineer' },
  desired_features: ['single_sign_on'],
} as const;
const every: { [Name in OnboardingState['state']]: [OnboardingState & { state: Name }, RegExp] } = {
  idle: [{ state: 'idle' }, /Answer the questions/],
  init: [{ state: 'init', person, answers }, /Welcome to Waybill/],
  purpose: [{ state: 'purpose', person, answers }, /What do you use it for/],
  details: [{ state: 'details', person, answers }, /Who are you/],
  desired_features: [{ state: 'desired_features', person, answers, failure: notice }, /Choose at least one/],
  creating_project: [
    {
      state: 'creating_project',
      person,
      answers,
      complete: { ...complete, desired_features: [...complete.desired_features] },
    },
    /Creating the project/,
  ],
  storing: [{ state: 'storing', person, answers }, /Sending your answers/],
  finished: [{ state: 'finished' }, /All set/],
  postponed: [{ state: 'postponed', answers }, /Continue with the questions/],
  dismissing: [{ state: 'dismissing', person, answers }, /One moment/],
  dismissed: [{ state: 'dismissed' }, /not be asked again/],
};

test('every state of the wizard has something to show', () => {
  expect(Object.keys(every).sort()).toEqual(Object.keys(charts.onboarding.states).sort());
});

test.each(Object.entries(every))('%s shows the state of the wizard', async (_, [state, shown]) => {
  showing(state);
  expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0);
});
