import type { Engine } from '@/engine/engine';
import { CommandRefused } from '@/engine/outbox';
import type { SessionInfo } from '@/generated/api';
import type { NavigationState, Place, Trigger } from '@/generated/types';
import { readClientSession } from '@/lib/clientSession';
import { lastSignOutNotice } from '@/lib/lastSignOutNotice';
import { passwordLink } from '@/lib/passwordLink';
import { readReturnPath } from '@/lib/returnPath';

/** Where the server says the tab must be; null when the question was given up. */
export type Answer = Extract<NavigationState, { state: 'settled' | 'leaving' }> | null;

const ASK_AGAIN_MS = 500;

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/**
 * Asks the navigation machine before a route is entered, however long the answer takes: a link that is down
 * makes the question wait, it never enters the route.
 */
export class NavigationGuard {
  readonly #engine: Engine;
  #asking = 0;
  #asked = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** A question waits for its answer. */
  get busy(): boolean {
    return this.#asking > 0;
  }

  /** The page has asked for the first time. Before that the server does not know its address. */
  get asked(): boolean {
    return this.#asked;
  }

  get place(): Place | null {
    const state = this.#engine.mirror.stateOf('navigation');
    return state?.state === 'settled' ? state.place : null;
  }

  async ask(path: string, trigger: Trigger, signal: AbortSignal): Promise<Answer> {
    this.#asking += 1;
    this.#asked = true;
    try {
      while (!signal.aborted) {
        if (!(await this.#go(path, trigger, signal))) continue;
        const answer = await this.#answer(signal);
        if (answer) return answer;
      }
      return null;
    } finally {
      this.#asking -= 1;
    }
  }

  async #go(path: string, trigger: Trigger, signal: AbortSignal): Promise<boolean> {
    const session = await this.#session(signal);
    if (!session) return false;
    try {
      await this.#engine.send('navigation', {
        type: 'go',
        path,
        trigger,
        stored: readReturnPath(),
        client_session: readClientSession() !== null,
        password_link: passwordLink.get() !== null,
        // the provider would sign in again who has just signed out
        login_leads_away: session.login_leads_away && lastSignOutNotice.get()?.code !== 'logged_out',
      });
      return true;
    } catch (error) {
      if (!(error instanceof CommandRefused && error.temporary)) throw error;
      await pause(ASK_AGAIN_MS);
      return false;
    }
  }

  /** What the server says of the session, as soon as it does; null when the question was given up. */
  #session(signal: AbortSignal): Promise<SessionInfo | null> {
    const { session } = this.#engine;
    return new Promise(resolve => {
      const look = () => {
        const info = session.get();
        if (!info && !signal.aborted) return;
        subscription.unsubscribe();
        signal.removeEventListener('abort', look);
        resolve(info);
      };
      const subscription = session.subscribe(look);
      signal.addEventListener('abort', look);
      look();
    });
  }

  /** Waits until the machine has settled; null when it forgot the question, as a fresh session does. */
  #answer(signal: AbortSignal): Promise<Answer> {
    return new Promise(resolve => {
      const actor = this.#engine.mirror.actor('navigation');
      const look = () => {
        const state = this.#engine.mirror.stateOf('navigation');
        if (!signal.aborted && state?.state === 'waiting') return;
        subscription.unsubscribe();
        signal.removeEventListener('abort', look);
        resolve(state?.state === 'settled' || state?.state === 'leaving' ? state : null);
      };
      const subscription = actor.subscribe(look);
      signal.addEventListener('abort', look);
      look();
    });
  }
}
