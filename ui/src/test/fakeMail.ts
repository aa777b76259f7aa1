import type {
  CheckedResetKey,
  DescribedMailServer,
  Empty,
  ListedMail,
  MailServerPage,
  MailTest,
  NewPasswordLink,
  Next,
  ReplacedPassword,
  ResetLinkRequested,
  SentMails,
  WantedMailServer,
} from '@/generated/api';
import { refusal } from './fakeHttp';
import type { FakeServer } from './fakeServer';

const noServer = () => refusal(409, 'no_mail_server', 'There is no mail server. Set one up first.');
const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });

export const mailServer: DescribedMailServer = {
  host: 'mail.example.org',
  port: 587,
  security: 'starttls',
  user: 'waybill',
  has_password: true,
  from: 'waybill@example.org',
  from_name: 'Waybill',
};

/** A mail as the server lists it. */
export const listedMail = (id: string, more: Partial<ListedMail> = {}): ListedMail => ({
  id: `m_${id.repeat(32)}`,
  kind: 'reset_password',
  person: 'p_2',
  name: 'bob',
  queued_at: '2026-01-01T09:00:00.000Z',
  state: 'sent',
  attempts: 1,
  failure: null,
  ended_at: '2026-01-01T09:00:01.000Z',
  ...more,
});

/** The mail server of the fake's installation, and the links that it would send. */
export class FakeMail {
  server: DescribedMailServer | null = null;
  hasPublicUrl = true;
  /** Too many mails wait: a link that was to be sent is shown after all. */
  isFull = false;
  mails: ListedMail[] = [];
  /** What it answers to what changes or sends something, if it does not take it. */
  refused: (() => Response) | null = null;
  /** The method, the path and the body of each call that changes or sends something. */
  readonly changes: { call: string; body: unknown }[] = [];
  /** The password of the user of a link would be accepted. */
  setsPassword = true;
  /** The link for a new password was used. */
  usedUp = false;
  /** The link that the session has had checked. */
  #checked: { key: string; user: string } | null = null;

  get canSend(): boolean {
    return this.server !== null && this.hasPublicUrl;
  }

  /** A new link for a password, which is sent by mail if the request asks for that; or why it is not made. */
  link(body: unknown): NewPasswordLink | Response {
    const isWanted = (body as { send_mail?: boolean }).send_mail === true;
    if (isWanted && !this.server) return noServer();
    if (isWanted && !this.canSend)
      return refusal(409, 'no_public_url', 'Mails with links need the address of this installation.');
    const mail = isWanted && !this.isFull;
    const link = mail ? null : 'http://localhost/ui/login/invitation#token=good';
    return { link, until: '2026-01-04T00:00:00.000Z', mail, sets_password: this.setsPassword };
  }

  answer(fake: FakeServer, call: string, query: URLSearchParams, init: RequestInit): Response | null {
    const key = query.get('key') ?? '';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    switch (call) {
      case 'GET access/api/ui/mail/server':
        return this.#page();
      case 'GET access/api/ui/mail/log':
        return json<SentMails>({ mails: this.mails });
      case 'PUT access/api/ui/mail/server':
      case 'DELETE access/api/ui/mail/server':
      case 'POST access/api/ui/mail/test':
      case 'POST ui/auth/forgotpassword':
        this.changes.push({ call, body });
        return this.refused?.() ?? this.#take(fake, call, body);
      case 'POST ui/auth/validatetoken':
        return this.#check(fake, key);
      case 'POST ui/auth/resetpassword':
        this.changes.push({ call, body });
        return this.refused?.() ?? this.#reset(fake, key, body as ReplacedPassword);
      default:
        return /^POST access\/api\/ui\/users\/[^/]+\/passwordLink$/.test(call)
          ? this.#link(call, body)
          : null;
    }
  }

  #link(call: string, body: unknown): Response {
    this.changes.push({ call, body });
    const made = this.link(body);
    return made instanceof Response ? made : json<NewPasswordLink>(made);
  }

  #page(): Response {
    return json<MailServerPage>({ server: this.server, can_send: this.canSend });
  }

  #take(fake: FakeServer, call: string, body: unknown): Response {
    if (call.endsWith('forgotpassword')) return this.#request(fake);
    if (call.startsWith('PUT')) this.#set(body as WantedMailServer);
    else if (!this.server) return noServer();
    else if (call.startsWith('DELETE')) this.server = null;
    else return this.#test((body as MailTest).to);
    return this.#page();
  }

  /** A password that is not sent stays, but only for the host, the port and the user that it was given for. */
  #set({ password, ...wanted }: WantedMailServer): void {
    const before = this.server;
    const set = { user: null, from_name: '', ...wanted };
    const isAt = before?.host === set.host && before.port === set.port && before.user === set.user;
    const has_password = password === undefined ? isAt && before.has_password : password !== '';
    this.server = { ...set, has_password };
  }

  /** A test is a mail as any other. */
  #test(to: string): Response {
    const isSent = !to.endsWith('@nowhere.example.org');
    const failure = isSent ? null : ({ type: 'unreachable' } as const);
    const id = String(this.mails.length % 10);
    const test = {
      kind: 'test',
      person: null,
      name: null,
      state: isSent ? 'sent' : 'failed',
      failure,
    } as const;
    this.mails = [listedMail(id, test), ...this.mails];
    return isSent ? json<Empty>({}) : refusal(502, 'mail_not_sent', 'The mail server could not be reached.');
  }

  #request(fake: FakeServer): Response {
    if (!this.canSend)
      return refusal(409, 'no_mail', 'This installation sends no mails. Ask an administrator for a link.');
    fake.push(
      { machine: 'forgot_password', event: { type: 'submit' }, to: { state: 'sending' } },
      { machine: 'forgot_password', event: { type: 'access.forgot_password' }, to: { state: 'sent' } },
    );
    return json<ResetLinkRequested>({ sent: true });
  }

  #check(fake: FakeServer, key: string): Response {
    const push = (to: string, type: string) =>
      fake.push({ machine: 'reset_password', event: { type }, to: { state: to } });
    push('checking', 'open');
    if (key !== 'good' || this.usedUp) {
      push('refused', 'access.check_reset_key');
      this.#checked = null;
      return refusal(410, 'link_refused', 'This link does not work any longer.');
    }
    this.#checked = { key, user: 'maria' };
    push('ready', 'access.check_reset_key');
    return json<CheckedResetKey>({ user: 'maria', until: '2026-01-04T00:00:00.000Z' });
  }

  /** Another tab of the session has another link checked; null: the session has had none checked. */
  checkOther(user: string | null): void {
    this.#checked = user === null ? null : { key: 'other', user };
  }

  #reset(fake: FakeServer, key: string, { user, password }: ReplacedPassword): Response {
    if (this.#checked && user !== undefined && user !== this.#checked.user)
      return refusal(422, 'wrong_user', 'This link is for another user.', { field: 'user' });
    if (this.#checked?.key !== key) return refusal(422, 'key_not_checked', 'Open the link once more.');
    if (password === 'password1')
      return refusal(422, 'password_common', 'This password is too common.', { field: 'password' });
    this.#checked = null;
    const event = { type: 'access.reset_password' };
    const calls = [
      { call: 'browser.notify', key: 'password_changed', args: {}, duration_ms: 3000 },
      { call: 'browser.navigate', to: { route: 'login', params: {}, query: {} } },
    ];
    fake.push(
      { machine: 'reset_password', event: { type: 'submit' }, to: { state: 'changing' } },
      { machine: 'reset_password', event, to: { state: 'done' }, calls },
    );
    return json<Next>({ next: 'login' });
  }
}
