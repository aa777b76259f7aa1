import type { KeyValue } from '@/lib/storage';
import type { Fetch } from './api';
import type { SocketFactory } from './link';

/** What the page gives its engine: the network, the storage and the clock of the browser, and the other tabs. */
export interface EngineOptions {
  fetch: Fetch;
  openSocket: SocketFactory;
  storage: KeyValue;
  random: () => number;
  newId: () => string;
  now: () => number;
  /** The other tabs of this browser. Any message means that a user has signed in. */
  siblings?: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
  /** Another channel to the other tabs, for a link beside this one. */
  openSiblings?: () => BroadcastChannel;
  /** Keeps the page when its sign-in is over, until the same user has signed in again. */
  holds?: boolean;
  /** Loads the page again: another user has signed in, for whom nothing of it is. */
  startOver?: () => void;
  /** Other than the page's own only in tests. */
  charts?: string;
}
