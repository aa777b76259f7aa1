import { onTestFinished } from 'vitest';
import type { Fetch } from '@/engine/api';
import { API_BASE, type ClientLoginOutcome, type ClientLoginResponse } from '@/generated/api';
import { readClientSession, takeClientSession } from '@/lib/clientSession';
import { tabStorage } from '@/lib/storage';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';
import { startConsole } from './harness';

const CALL = 'access/api/v2/authentication/jfrog_client_login/response';

/** The session of the client whose terminal shows `1d2e`. */
export const SESSION = '5b0c0c1e-5f1d-4ee1-9f0f-0d2a4b3c1d2e';

/** The answer that a user is given for a refused client. */
export const refusedFor = (code: string, message = 'The words of the server.'): ClientLoginOutcome => ({
  status: 'refused',
  left: null,
  notice: { code, message, retry_at: null },
});

const json = (body: ClientLoginOutcome) => new Response(JSON.stringify(body), { status: 200 });

/** The real server's answers about one client that waits. */
export class FakeClientLogins {
  /** What it has been sent. */
  readonly answers: ClientLoginResponse[] = [];
  left = 3;
  /** What it answers in place of its own. */
  instead: (() => Response | ClientLoginOutcome) | null = null;
  /** What every answer waits for. */
  waiting: Promise<void> = Promise.resolve();

  async answer(body: ClientLoginResponse): Promise<Response> {
    this.answers.push(body);
    await this.waiting;
    const instead = this.instead?.();
    if (instead) return instead instanceof Response ? instead : json(instead);
    return json(this.#outcomeOf(body));
  }

  #outcomeOf({ session, code, deny }: ClientLoginResponse): ClientLoginOutcome {
    if (deny) return { status: 'denied', left: null, notice: null };
    if (code?.toLowerCase() === session.slice(-4)) return { status: 'granted', left: null, notice: null };
    this.left -= 1;
    if (this.left === 0) return refusedFor('client_login_wrong_codes');
    return { status: 'wrong_code', left: this.left, notice: null };
  }
}

/** Has the tab opened a link with these parameters. */
export function openClientLink(parameters: Record<string, string>, path = '/login'): void {
  window.history.replaceState(null, '', `/ui${path}?${new URLSearchParams(parameters)}`);
  takeClientSession();
  onTestFinished(() => tabStorage.write('waybill.client_session', null));
}

/** The page of a client, in a tab that has come by its link. */
export function startClientLogin(
  name = 'JFrog-CLI',
  prepare: (kept: FakeClientLogins) => void = () => undefined,
) {
  openClientLink({ jfClientSession: SESSION, jfClientName: name, jfClientCode: '1' });
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const kept = new FakeClientLogins();
  prepare(kept);
  const { fetch } = server;
  const own: Fetch = (address, init) =>
    address.replace(API_BASE, '') === CALL
      ? kept.answer(JSON.parse(String(init.body)))
      : fetch(address, init);
  server.fetch = own;
  return { kept, ...startConsole('/cli-extension', server) };
}

/** Whether the tab still leads to the page of the client. */
export const isKept = () => readClientSession() !== null;
