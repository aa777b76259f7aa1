import { vi } from 'vitest';
import type {
  DescribedPasskey,
  Empty,
  OwnPasskeys,
  PasskeyAccepted,
  PasskeyChallenge,
} from '@/generated/api';
import { refusal } from './fakeHttp';
import type { FakeServer } from './fakeServer';

/** A passkey of the signed-in user. */
export const passkey = (id: string, more: Partial<DescribedPasskey> = {}): DescribedPasskey => ({
  id,
  name: 'Laptop',
  since: '2026-01-02T09:00:00.000Z',
  used_at: null,
  synchronised: true,
  backed_up: true,
  ...more,
});

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });
const codes = ['aaaaa-bbbbb', 'ccccc-ddddd'];

/** The calls of the real server about passkeys. */
export class FakePasskeys {
  /** The host with which the sign-in page offers passkeys; null if it offers none. */
  offersOn: string | null = null;
  own: DescribedPasskey[] = [];
  hasApp = true;
  host: string | null = 'localhost';
  unavailable: OwnPasskeys['unavailable'] = null;
  /** Nothing can be loaded. */
  fails = false;
  /** What it answers to what was shown or created, if it does not accept it. */
  refused: (() => Response) | null = null;
  /** The method, the path, the body and the confirmation of each call but those that read. */
  readonly sent: { call: string; body: unknown; confirmed: boolean }[] = [];
  #asked = '';

  /** The answer to a call; null if another part of the server answers it. */
  answer(server: FakeServer, path: string, { method = 'GET', body, headers }: RequestInit): Response | null {
    if (!/^ui\/auth\/passkeys?\b/.test(path)) return null;
    if (method === 'GET') return this.#list();
    const sent = typeof body === 'string' ? JSON.parse(body) : null;
    const confirmed = new Headers(headers).has('x-jfrog-reauthentication');
    this.sent.push({ call: `${method} ${path}`, body: sent, confirmed });
    if (path === 'ui/auth/passkey/ask') return this.#ask(sent.purpose);
    if (path === 'ui/auth/passkeys') return this.#ask('add');
    if (path === 'ui/auth/passkey/answer') return this.refused?.() ?? this.#take(server, sent.name);
    if (this.refused) return this.refused();
    const id = path.split('/').at(-1) ?? '';
    this.own =
      method === 'PUT'
        ? this.own.map(one => (one.id === id ? { ...one, name: sent.name } : one))
        : this.own.filter(one => one.id !== id);
    return json<Empty>({});
  }

  #list(): Response {
    if (this.fails) return refusal(503, 'unavailable', 'Passkeys cannot be read.');
    const { own: passkeys, hasApp: has_authenticator_app, host, unavailable } = this;
    return json<OwnPasskeys>({ passkeys, most: 10, has_authenticator_app, host, unavailable });
  }

  #ask(purpose: string): Response {
    this.#asked = purpose;
    const creates = purpose === 'add' || purpose === 'enrolment';
    const user = { id: 'dXNlcg', name: 'ann', displayName: 'ann' };
    const options = creates
      ? { rp: { id: 'localhost', name: 'Waybill' }, user, excludeCredentials: [], pubKeyCredParams: [] }
      : { rpId: 'localhost', allowCredentials: [] };
    return json<PasskeyChallenge>({ publicKey: { challenge: 'Y2hhbGxlbmdl', ...options } });
  }

  #take(server: FakeServer, name: string): Response {
    const accepted = (next: string, recovery_codes: string[] = []) =>
      json<PasskeyAccepted>({ next, recovery_codes });
    const event = { type: `passkey_${this.#asked === 'enrolment' ? 'enrolled' : 'verified'}` };
    switch (this.#asked) {
      case 'add':
        this.own = [...this.own, passkey(`new${this.own.length}`, { name })];
        return accepted('signed_in', this.own.length === 1 && !this.hasApp ? codes : []);
      case 'recovery_codes':
        return accepted('signed_in', codes);
      case 'enrolment':
        server.signIn({ machine: 'mfa', event, to: { state: 'codes_shown' } });
        return accepted('signed_in', codes);
      case 'second_factor':
        server.signIn({ machine: 'mfa', event, to: { state: 'passed' } });
        return accepted('signed_in');
      default:
        server.signIn();
        return accepted('signed_in');
    }
  }
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** A browser with an authenticator: how often it was asked, and what it fails with. */
export class FakeAuthenticator {
  /** What each question was: `create`, `get`, or `conditional` beside the field for the user name. */
  readonly asked: string[] = [];
  fails: DOMException | null = null;

  constructor({ autofills = false } = {}) {
    const credential = {
      rawId: bytes('id'),
      response: {
        clientDataJSON: bytes('{}'),
        attestationObject: bytes('made'),
        authenticatorData: bytes('said'),
        signature: bytes('signed'),
        userHandle: bytes('user'),
      },
    };
    const ask = async (kind: string) => {
      this.asked.push(kind);
      if (this.fails) throw this.fails;
      return credential;
    };
    vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => autofills });
    Object.defineProperty(navigator, 'credentials', {
      configurable: true,
      value: {
        create: () => ask('create'),
        get: ({ mediation }: CredentialRequestOptions) => ask(mediation ?? 'get'),
      },
    });
  }
}
