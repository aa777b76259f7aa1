import type {
  CheckedResetKey,
  DescribedMailServer,
  Empty,
  ListedMail,
  MailServerPage,
  MailTest,
  Next,
  ResetLinkRequested,
  SentMails,
  WantedMailServer,
} from '@/generated/api';
import { refusal } from './fakeHttp';
import type { FakeServer } from './fakeServer';

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
  mails: ListedMail[] = [];
  /** What it answers to a change of the mail server, a test or a request for a link, if it does not take it. */
  refused: (() => Response) | null = null;
  /** The method, the path and the body of each call that changes or sends something. */
  readonly changes: { call: string; body: unknown }[] = [];
  /** The key that the session has had checked. */
  #checked: string | null = null;

  get canSend(): boolean {
    return this.server !== null && this.hasPublicUrl;
  }

  /** Whether a new link is sent by mail: the request asks for it, and mails can be sent. */
  sends(body: unknown): boolean {
    return this.canSend && (body as { send_mail?: boolean }).send_mail === true;
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
        return this.#reset(fake, key, body as { password: string });
      default:
        return null;
    }
  }

  #page(): Response {
    return json<MailServerPage>({ server: this.server, can_send: this.canSend });
  }

  #take(fake: FakeServer, call: string, body: unknown): Response {
    if (call.startsWith('DELETE')) this.server = null;
    if (call.startsWith('PUT')) {
      const { password, ...wanted } = body as WantedMailServer;
      const has_password = password === undefined ? (this.server?.has_password ?? false) : password !== '';
      this.server = { user: null, from_name: '', ...wanted, has_password };
    }
    if (call.endsWith('mail/test'))
      return (body as MailTest).to.endsWith('@nowhere.example.org')
        ? refusal(502, 'mail_not_sent', 'The mail server could not be reached.')
        : json<Empty>({});
    if (!call.endsWith('forgotpassword')) return this.#page();
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
    if (key !== 'good') {
      push('refused', 'access.check_reset_key');
      return refusal(410, 'link_refused', 'This link does not work any longer.');
    }
    this.#checked = key;
    push('ready', 'access.check_reset_key');
    return json<CheckedResetKey>({ user: 'maria', until: '2026-01-04T00:00:00.000Z' });
  }

  /** Another session has not had the key checked. */
  forgetChecked(): void {
    this.#checked = null;
  }

  #reset(fake: FakeServer, key: string, { password }: { password: string }): Response {
    if (this.#checked !== key) return refusal(422, 'key_not_checked', 'Open the link once more.');
    if (password === 'password1')
      return refusal(422, 'password_common', 'This password is too common.', { field: 'password' });
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
