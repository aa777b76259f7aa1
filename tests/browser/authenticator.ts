// The virtual authenticator of Chromium: the device of a user, with its passkeys.
import type { CDPSession, Page } from 'playwright-core';
import { confirm } from './fixture';

export interface Authenticator {
  cdp: CDPSession;
  id: string;
}

/** An authenticator on the device of a tab, which verifies its user. It answers when it is asked. */
export async function authenticator(tab: Page): Promise<Authenticator> {
  const cdp = await tab.context().newCDPSession(tab);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

let moves = 0;

/**
 * The passkeys on an authenticator, put on another one: the same device in another browser. Its counter has grown by
 * what was signed there before; one that goes back means a copy.
 */
export async function moved(from: Authenticator, tab: Page): Promise<Authenticator> {
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId: from.id });
  const to = await authenticator(tab);
  moves += 1;
  for (const known of credentials) {
    const credential = { ...known, signCount: known.signCount + 10 * moves };
    await to.cdp.send('WebAuthn.addCredential', { authenticatorId: to.id, credential });
  }
  return to;
}

/** From its next page on, a tab offers no passkeys by itself: the authenticator would answer without its user. */
export const offersNoPasskeys = (tab: Page) =>
  tab.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

/** Adds a passkey in the profile. */
export async function addPasskey(tab: Page, name: string): Promise<void> {
  await tab.getByRole('button', { name: 'Add passkey', exact: true }).click();
  await tab.getByRole('form', { name: 'Add passkey' }).getByLabel('Name').fill(name);
  await confirm(tab, 'Add passkey');
}
