import type {
  AskedAccount,
  OpenedPasswordLink,
  RegistrationPage,
  ResetLinkRequested,
  WantedRegistration,
} from '@/generated/api';

/** The tokens of links of registrations. */
const TOKEN = /^registration/;

const json = (body: unknown) => new Response(JSON.stringify(body), { status: 200 });

/** Registration in the fake's installation: what is set, and accounts that visitors ask for. */
export class FakeRegistration {
  page: RegistrationPage = { enabled: false, domains: [], approval: false, can_send: true };
  /** What it answers to a change or a request, if it does not take it. */
  refused: (() => Response) | null = null;
  /** What it answers to a link that was opened, if not that it works. */
  taken: (() => Response) | null = null;
  /** The bodies of all changes. */
  readonly changes: WantedRegistration[] = [];
  /** The bodies of all requests for accounts. */
  readonly asked: AskedAccount[] = [];

  /** Whether the sign-in page offers it. */
  get isOffered(): boolean {
    return this.page.enabled && this.page.can_send;
  }

  answer(call: string, init: RequestInit): Response | null {
    const body = () => JSON.parse(String(init.body));
    switch (call) {
      case 'GET access/api/ui/registration':
        return json(this.page satisfies RegistrationPage);
      case 'PUT access/api/ui/registration':
        return this.#set(body());
      case 'POST ui/auth/registration':
        this.asked.push(body());
        return this.refused ? this.refused() : json({ sent: true } satisfies ResetLinkRequested);
      case 'POST ui/auth/passwordLink/check':
        return TOKEN.test(body().token) ? this.#opened() : null;
      case 'POST ui/auth/passwordLink':
        if (!TOKEN.test(body().token)) return null;
        return json({ next: this.page.approval ? 'approval' : 'login' });
      default:
        return null;
    }
  }

  #set(wanted: WantedRegistration): Response {
    this.changes.push(wanted);
    if (this.refused) return this.refused();
    const { enabled, domains = [], approval = false } = wanted;
    this.page = { ...this.page, enabled, domains, approval };
    return json(this.page satisfies RegistrationPage);
  }

  #opened(): Response {
    if (this.taken) return this.taken();
    const link: OpenedPasswordLink = {
      name: 'carol',
      until: '2026-01-04T00:00:00.000Z',
      sets_password: true,
    };
    return json(link);
  }
}
