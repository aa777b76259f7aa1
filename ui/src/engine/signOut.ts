import * as calls from '@/generated/calls';
import type { Engine } from './engine';

/** Ends the session, and leads on to where the provider ends the one that it keeps, if it does. */
export async function signOut(engine: Engine, leaveFor = providersOwn(engine)): Promise<void> {
  await calls.postAuthLogout(engine.api);
  if (leaveFor !== null) window.location.assign(leaveFor);
}

const providersOwn = (engine: Engine) => engine.session.get()?.sign_in.logout_url ?? null;
