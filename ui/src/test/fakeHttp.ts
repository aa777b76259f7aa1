import type {
  AccessTokens,
  Accounts,
  ActsPage,
  CreatedAccount,
  CurrentUser,
  DevicesForgotten,
  Enrolled,
  Enrolment,
  Groups,
  LoggedIn,
  NewDeviceLink,
  Next,
  OpenedPasswordLink,
  OwnDevices,
  PackagesData,
  PackagesResponse,
  Problem,
  ProblemDetails,
  Project,
  Records,
  SessionInfo,
  Sessions,
  SessionsRevoked,
  SetupLink,
  ShownFooter,
  UserIntegration,
} from '@/generated/api';
import type { Menus } from '@/generated/types';
import { fakeMenu } from './fakeMenu';
import { invited, projects, users } from './fakePlaces';
import type { FakeServer } from './fakeServer';

const CODES = [
  '4f7k-92mq',
  'x8rt-11pw',
  'zz3d-77va',
  'm2yc-08lh',
  'q5ns-64bj',
  'k9ge-35ut',
  'w1fo-20ix',
  'r6hp-83cd',
];

const dark = (x: number, y: number) => (x * x * 31 + y * y * 17 + x * y * 7) % 11 < 5;
const modules = Array.from({ length: 29 * 29 }, (_, i) => [i % 29, Math.floor(i / 29)] as const);
const qr = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29" shape-rendering="crispEdges"><rect width="29" height="29" fill="#fff"/>${modules
  .filter(([x, y]) => dark(x, y))
  .map(([x, y]) => `<rect x="${x}" y="${y}" width="1" height="1"/>`)
  .join('')}</svg>`;

const json = <Body>(status: number, body: Body) => new Response(JSON.stringify(body), { status });

export function refusal(
  status: number,
  code: string,
  message: string,
  more: Partial<ProblemDetails> = {},
): Response {
  return json<Problem>(status, {
    type: `urn:waybill:problem:${code}`,
    title: '',
    status,
    detail: message,
    instance: 'urn:waybill:trace:f00d',
    error: { code, message, field: null, retry_after_ms: null, trace: 'f00d', ...more },
  });
}

type Body = Record<string, unknown>;

/** The answer to each query of an installation without packages. */
const noPackages: PackagesData = {
  packages: { edges: [], pageInfo: { hasNextPage: false, endCursor: null }, isPartial: false },
  package: null,
  versions: { edges: [], pageInfo: { hasNextPage: false, endCursor: null } },
  packageFacets: {
    total: 0,
    exact: true,
    isPartial: false,
    types: [],
    repos: [],
    licenses: [],
    severities: [],
  },
};

/** The calls of docs/wire.md, as far as the fake's scenarios need them. */
export function answerHttp(server: FakeServer, path: string, init: RequestInit): Response {
  const body: Body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
  const [name = '', search = ''] = path.split('?');
  const query = new URLSearchParams(search);
  const call = `${init.method ?? 'GET'} ${name}`;
  const answered =
    server.installation.answer(call, init) ??
    server.mail.answer(server, call, query, init) ??
    server.provisioning.answer(call, init) ??
    server.registration.answer(call, init) ??
    server.signInProviders.answer(path, init) ??
    server.userDirectories.answer(path, init) ??
    server.passkeys.answer(server, path, init);
  if (answered) return answered;
  switch (call) {
    case 'GET session':
      return json<SessionInfo>(200, server.session);
    case 'GET session/records':
      return json<Records>(200, recordsOf(server, query));
    case 'GET audit/acts':
      return json<ActsPage>(200, {
        records: recordsOf(server, query).records,
        names: {},
        repositories: {},
        next: null,
      });
    case 'GET session/changes':
      return json<ActsPage>(200, { records: [], names: {}, repositories: {}, next: null });
    case 'GET session/menu':
      return json<Menus>(200, fakeMenu(server.facts, server.view, query.get('project')));
    case 'POST packages':
      return json<PackagesResponse>(200, { data: noPackages, errors: [] });
    case 'GET system/auth/screen/footer':
      return json<ShownFooter>(200, {
        logo: { source: 'default', url: null, mark: 'general' },
        serverId: 's1',
        platformId: 'p1',
        serverName: 'acme-build',
        logoUrl: '',
        userLogo: '',
      });
    case 'GET ui/auth/current':
      return json<CurrentUser>(200, {
        name: server.person ? 'ann' : 'anonymous',
        email: server.email,
        admin: true,
        auditor: false,
        groups: [],
        realm: 'internal',
        mfaStatus: 'VERIFY',
        codesStoppedAt: server.codesStoppedAt,
      });
    case 'POST ui/auth/deviceLink':
      return json<NewDeviceLink>(200, {
        link: 'http://localhost/ui/login#device=0',
        until: '2026-01-01T02:00:00.000Z',
      });
    case 'GET ui/auth/devices':
      return json<OwnDevices>(200, { devices: server.devices });
    case 'POST ui/auth/devices/forget': {
      const before = server.devices.length;
      server.devices = server.devices.filter(({ id, current }) => (body.others ? current : id !== body.id));
      return json<DevicesForgotten>(200, { forgotten: before - server.devices.length });
    }
    case 'POST ui/auth/login':
      return logIn(server, body);
    case 'GET ui/auth/mfa/enroll':
      return json<Enrolment>(200, {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/x',
        qr_svg: qr,
      });
    case 'POST ui/auth/mfa/enroll':
      return enrol(server, body);
    case 'POST ui/auth/mfa/verify':
      return verify(server, body);
    case 'POST ui/auth/changePassword':
      return changePassword(server, body);
    case 'POST ui/auth/logout':
      return logOut(server);
    case 'GET access/api/ui/users':
      return json<Accounts>(200, { users, total: users.length, next: null });
    case 'GET access/api/ui/groups':
      return json<Groups>(200, { groups: [] });
    case 'GET access/integration/authorization/ann':
      return json<UserIntegration[]>(200, []);
    case 'GET ui/auth/tokens':
      return json<AccessTokens>(200, { tokens: [] });
    case 'POST access/api/ui/users': {
      const link = server.mail.link(body);
      if (link instanceof Response) return link;
      return json<CreatedAccount>(200, { user: { ...invited, name: String(body.name) }, link });
    }
    case 'POST ui/auth/passwordLink/check':
      return body.token === 'good'
        ? json<OpenedPasswordLink>(200, {
            name: 'maria',
            until: '2026-01-04T00:00:00.000Z',
            sets_password: server.mail.setsPassword,
          })
        : refusal(410, 'link_dead', 'This link was used already.');
    case 'POST ui/auth/passwordLink':
      return body.password === 'password1'
        ? refusal(422, 'password_common', 'This password is too common.', { field: 'password' })
        : json<Next>(200, { next: 'login' });
    case 'GET projects':
      return json<Project[]>(200, projects);
    case 'GET ui/auth/sessions':
      return json<Sessions>(200, { sessions });
    case 'POST ui/auth/sessions/revoke':
      return json<SessionsRevoked>(200, { revoked: 1 });
    case 'GET setup':
      return query.get('token') === 'good'
        ? json<SetupLink>(200, { valid: true, until: '2026-01-01T10:00:00.000Z' })
        : refusal(410, 'link_expired', 'The link has expired.');
    case 'POST setup':
      return json<Next>(200, { next: 'login' });
    default:
      return refusal(404, 'not_found', `no call ${path}`);
  }
}

const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0',
  'Mozilla/5.0 (Macintosh; Mac OS X) Firefox/150.0',
  'curl/8.1',
];
const sessions = agents.map((agent, index) => ({
  id: `s_${index}`,
  current: index === 0,
  since: '2026-01-01T08:00:00.000Z',
  last_seen: '2026-01-01T08:59:00.000Z',
  agent,
  address: `203.0.113.${index}`,
}));

function logIn(server: FakeServer, body: Body): Response {
  const checking = { machine: 'login', event: { type: 'submit' }, to: { state: 'checking' } } as const;
  const answer = { type: 'access.authenticate' };
  if (body.password === 'slow')
    return refusal(429, 'too_many_attempts', 'Too many attempts.', { retry_after_ms: 20_000 });
  server.push(checking);
  server.deviceLinks.push(body.device_link ?? null);
  if (body.password !== 'correct') {
    const notice = {
      code: 'invalid_credentials',
      message: 'Incorrect user name or password.',
      retry_at: null,
    };
    server.push({ machine: 'login', event: answer, to: { state: 'signed_out', ...{ notice } } });
    return refusal(401, 'invalid_credentials', 'Incorrect user name or password.');
  }
  const begin = (state: string, mfa: string, event: string) => {
    server.push(
      { machine: 'login', event: answer, to: { state, ...{ person: 'p_7' } } },
      {
        machine: 'mfa',
        event: { type: event },
        to: { state: mfa, ...{ failure: null, authenticator: server.authenticator } },
      },
    );
    return json<LoggedIn>(200, loggedIn(state));
  };
  switch (server.factor) {
    case 'verify':
      return begin('otp_required', 'verify', 'begin_verification');
    case 'enroll': {
      const answered = begin('enrol_required', 'preparing', 'begin_enrolment');
      const event = { type: 'access.begin_enrolment' };
      server.push({ machine: 'mfa', event, to: { state: 'enrolling', ...{ failure: null } } });
      return answered;
    }
    case 'expired':
      server.push(
        {
          machine: 'login',
          event: answer,
          to: { state: 'password_expired', ...{ account: { personal: 'd', value: String(body.user) } } },
        },
        { machine: 'password', event: { type: 'require' }, to: { state: 'required', ...{ failure: null } } },
      );
      return json<LoggedIn>(200, loggedIn('password_expired'));
    case 'none':
      server.signIn();
      return json<LoggedIn>(200, loggedIn('signed_in'));
  }
}

function verify(server: FakeServer, body: Body): Response {
  const recovery = body.recovery_code !== undefined;
  const right = recovery ? CODES.includes(String(body.recovery_code)) : body.code === '123456';
  const event = { type: recovery ? 'access.verify_recovery' : 'access.verify_code' };
  server.push({
    machine: 'mfa',
    event: { type: recovery ? 'recover' : 'submit' },
    to: { state: 'verifying' },
  });
  if (right) {
    server.signIn({ machine: 'mfa', event, to: { state: 'passed' } });
    return json<Next>(200, { next: 'signed_in' });
  }
  const failure = { code: 'invalid_code', message: 'Incorrect code.', retry_at: null };
  server.push({ machine: 'mfa', event, to: { state: 'verify', ...{ failure } } });
  return refusal(401, 'invalid_code', 'Incorrect code.');
}

function enrol(server: FakeServer, body: Body): Response {
  server.push({ machine: 'mfa', event: { type: 'submit' }, to: { state: 'confirming' } });
  const event = { type: 'access.confirm_enrolment' };
  if (body.code !== '123456') {
    const failure = { code: 'invalid_code', message: 'Incorrect code.', retry_at: null };
    server.push({ machine: 'mfa', event, to: { state: 'enrolling', ...{ failure } } });
    return refusal(401, 'invalid_code', 'Incorrect code.');
  }
  server.signIn({ machine: 'mfa', event, to: { state: 'codes_shown' } });
  return json<Enrolled>(200, { recovery_codes: CODES, next: 'signed_in' });
}

function changePassword(server: FakeServer, body: Body): Response {
  if (String(body.new).length < 8)
    return refusal(422, 'password_too_short', 'Use at least 8 characters.', { field: 'new' });
  server.push({ machine: 'password', event: { type: 'submit' }, to: { state: 'changing' } });
  const calls = [{ call: 'browser.notify', key: 'password_changed', args: {}, duration_ms: 3000 }];
  server.push({
    machine: 'password',
    event: { type: 'access.change_password' },
    to: { state: 'changed' },
    calls,
  });
  if (server.state('login') === 'password_expired') {
    const notice = { code: 'password_changed', message: 'Your password has been changed.', retry_at: null };
    server.push({
      machine: 'login',
      event: { type: 'password_changed' },
      to: { state: 'signed_out', ...{ notice } },
    });
  }
  return json<Next>(200, { next: 'signed_out' });
}

function logOut(server: FakeServer): Response {
  server.push({ machine: 'login', event: { type: 'log_out' }, to: { state: 'signing_out' } });
  server.person = null;
  const notice = { code: 'logged_out', message: '', retry_at: null };
  const login = { route: 'login', params: {}, query: { logout: 'true' } };
  const calls = [{ call: 'browser.navigate', to: login }];
  server.push({
    machine: 'login',
    event: { type: 'access.log_out' },
    to: { state: 'signed_out', ...{ notice } },
    calls,
  });
  return json<Next>(200, { next: 'signed_out' });
}

function loggedIn(next: string): LoggedIn {
  return { name: 'ann', admin: true, realm: 'internal', mfaStatus: 'NONE', next };
}

/** A page of the session's records, the newest first. */
function recordsOf(server: FakeServer, query: URLSearchParams): Records {
  const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
  const limit = Number(query.get('limit') ?? 50);
  const older = server.records.filter(record => record.seq < before).reverse();
  return { records: older.slice(0, limit), more: older.length > limit };
}
