import type { Engine } from '@/engine/engine';
import { lastSignOutNotice } from '@/lib/lastSignOutNotice';
import { signingOut } from '@/lib/pausing';
import { settleCodes } from '@/lib/recoveryCodes';
import { forgetAllTyped } from '@/lib/typed';
import type { ConsoleRouter } from './router';

/**
 * Follows the end of a session, regardless of who ended it: from the first that the tab hears of it until the page that
 * comes after it is there. In between the old page would show without its user, and ask for what only that user may
 * read.
 */
export function watchSigningOut(engine: Engine, console: ConsoleRouter): () => void {
  let wasInside = false;
  const login = engine.mirror.actor('login').subscribe(({ context: view }) => {
    const state = engine.mirror.stateOf('login');
    if (!state) return;
    // also when the session has ended while this tab was away
    if (state.state === 'signed_out') {
      forgetAllTyped();
      settleCodes();
    }
    const left = view?.by && ['signed_in', 'signing_out'].includes(view.by.from);
    // the session ends with this step, and its notice would be lost with it
    if (left && state.state === 'signed_out') lastSignOutNotice.set(state.notice);
    if (state.state === 'signed_in') {
      lastSignOutNotice.set(null);
      signingOut.set(false);
    } else if (wasInside) signingOut.set(true);
    wasInside = state.state === 'signed_in';
  });
  const arrived = console.router.subscribe('onResolved', () => {
    const state = engine.mirror.stateOf('login');
    if (state?.state !== 'signing_out' && !wasInside) signingOut.set(false);
  });
  return () => {
    login.unsubscribe();
    arrived();
  };
}
