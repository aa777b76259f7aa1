import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startConsole } from '@/test/harness';
import { json, versionNode, versionsPage, withVersion } from '@/test/version';
import { fullTime } from '@/texts/time';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const problem = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  json({ error: { code, message } }, status, headers);

interface Opened {
  id?: string;
  node?: object;
  tab?: string;
  answers?: Readonly<Record<string, () => Response>>;
}

/** The page of a version, and the bodies of the calls that it makes, by their paths. */
function open({ id = 'npm://app', node = {}, tab = 'vulnerabilities', answers = {} }: Opened) {
  const asked: [path: string, body: unknown][] = [];
  const { server, address } = withVersion({
    id,
    query: () => ({ versions: versionsPage(versionNode(id, node)) }),
    other: (path, _, body) => {
      const answer = answers[path];
      if (answer) asked.push([path, body]);
      return answer?.();
    },
  });
  return { ...startConsole(`${address}?tab=${tab}`, server), asked };
}

const AT = { repoKey: 'npm-local', path: 'app' };

// covers: [PKG-08]
test('the vulnerabilities and the problems of a licence are asked for by the place of a version', async () => {
  const found = {
    scan_status: 'SCANNED',
    violations: [
      {
        ...{ id: 'GHSA-1', aliases: ['CVE-2026-1'], cves: ['CVE-2026-1'], summary: 'It runs anything' },
        ...{ severity: 'critical', score: 9.8, vector: null, fixedVersions: ['1.1.0'] },
      },
    ],
    license_problems: [{ kind: 'unidentified', license: 'Ask us' }],
  };
  const { asked } = open({
    node: { scanStatus: 'SCANNED' },
    answers: { 'packages/violations': () => json(found) },
  });
  const list = within(await screen.findByRole('list', { name: 'Vulnerabilities' }));
  expect(list.getByText('It runs anything')).toBeVisible();
  expect(list.getByRole('link', { name: '1.1.0' })).toBeVisible();
  expect(screen.getByText('“Ask us” is the name of no licence that SPDX lists.')).toBeVisible();
  expect(asked).toEqual([['packages/violations', AT]]);
});

// covers: [PKG-08]
test('a failure to find what is wrong shows when the server answered, and can be tried again', async () => {
  const date = 'Fri, 27 Nov 2026 08:00:00 GMT';
  let answer = () => problem(503, 'not_ready', 'The service does not run.', { date });
  const { user } = open({
    node: { scanStatus: 'SCANNED' },
    answers: { 'packages/violations': () => answer() },
  });
  const notice = await screen.findByText(/The server answered on/);
  expect(notice).toHaveTextContent(fullTime(date));
  answer = () => json({ scan_status: 'SCANNED', violations: [], license_problems: [] });
  await user.click(within(notice).getByRole('button', { name: 'Try again' }));
  const section = within(screen.getByRole('region', { name: 'Vulnerabilities' }));
  expect(await section.findByText('The licence is clear.')).toBeVisible();
  expect(section.getByText('No known vulnerabilities')).toBeVisible();
});

test('where nothing is compared with advisories, nothing is asked for', async () => {
  const { asked } = open({
    node: { scanStatus: 'UNAVAILABLE' },
    answers: { 'packages/violations': () => json({}, 500) },
  });
  const section = await screen.findByRole('region', { name: 'Vulnerabilities' });
  expect(within(section).getByText('Xray is unavailable')).toBeVisible();
  expect(asked).toEqual([]);
});

// covers: [PKG-08]
test('a version is downloaded from its place, and a refusal is shown', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  let answer = () => json({ path: '/artifactory/api/tickets/secret' });
  const { user, asked } = open({ answers: { 'packages/download': () => answer() } });
  const button = await screen.findByRole('button', { name: 'Download' });
  await user.click(button);
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect(clicked.mock.contexts[0]).toMatchObject({ pathname: '/artifactory/api/tickets/secret' });
  expect(asked).toEqual([['packages/download', AT]]);
  for (const [status, text] of [
    [404, 'There is no such file.'],
    [403, 'A rule of this installation refuses it.'],
  ] as const) {
    answer = () => problem(status, 'of_a_test', text);
    await user.click(button);
    expect(await screen.findByText(text)).toBeVisible();
  }
  expect(clicked).toHaveBeenCalledTimes(1);
});

// covers: [PKG-09]
test.each([
  ['maven://com.acme:till', ['Group ID', 'com.acme'], ['Artifact ID', 'till']],
  ['gradle://com.acme:till', ['Group ID', 'com.acme'], ['Artifact ID', 'till']],
  ['ivy://com.acme:till', ['Organisation', 'com.acme'], ['Module', 'till']],
  ['docker://acme/till', ['Image', 'acme/till:1.0.0']],
  ['conan://till', ['Reference', 'till/1.0.0']],
])('a version is named as its own clients name it: %s', async (id, ...parts) => {
  open({ id });
  for (const [name = '', value = ''] of parts) {
    const term = await screen.findByText(name, { selector: 'dt' });
    expect(within(term.parentElement ?? document.body).getByText(value)).toBeVisible();
  }
});
