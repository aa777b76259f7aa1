import type { Change } from '@/generated/api';
import type { SignInOver } from '@/generated/types';
import type { Mirror } from './mirror';

/** Why the page may be kept, if the server says so in one of these changes. */
export function overBy(changes: readonly Change[]): SignInOver | null {
  const all = changes.flatMap(change => change.calls);
  const call = all.find(({ call }) => call === 'browser.sign_in_again');
  if (!call) return null;
  return call.over === 'idle' ? 'idle' : 'expired';
}

/** Why the sign-in that a page knows has ended by then, by the times that the server has named. */
export function overAt(mirror: Mirror, at: number): SignInOver | null {
  const login = mirror.stateOf('login');
  if (login?.state === 'signed_in' && Date.parse(login.until) <= at) return 'expired';
  const idle = mirror.stateOf('idle');
  const limit = idle && 'limit' in idle ? idle.limit : undefined;
  return limit && Date.parse(limit.until) <= at ? 'idle' : null;
}
