import type { PasskeyCredential } from '@/generated/api';

// Passkeys in the browser: what the server asks is handed to an authenticator, and its answer is made ready to be sent.

/** Why a browser has no answer: a key of the texts. */
export type PasskeyProblem = 'cancelled' | 'known' | 'unsupported' | 'insecure' | 'address' | 'failed';

export class PasskeyError extends Error {
  constructor(readonly problem: PasskeyProblem) {
    super(problem);
  }
}

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));

const toText = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Why this page can use no passkey of a host; null if it can. */
export function whyNoPasskeys(host: string): PasskeyProblem | null {
  if (window.isSecureContext === false) return 'insecure';
  if (!('PublicKeyCredential' in window)) return 'unsupported';
  const here = location.hostname;
  return here === host || here.endsWith(`.${host}`) ? null : 'address';
}

/** Whether the browser offers passkeys beside the field for the user name. */
export async function canAutofill(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

interface Descriptor {
  type: 'public-key';
  id: string;
}

const known = (all: readonly Descriptor[] | undefined) =>
  (all ?? []).map(({ type, id }) => ({ type, id: toBytes(id) }));

interface CreationJson
  extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Descriptor[];
}

/** Has an authenticator create a passkey. */
export async function createPasskey(asked: unknown): Promise<PasskeyCredential> {
  const { challenge, user, excludeCredentials, ...rest } = asked as CreationJson;
  const credential = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        ...rest,
        challenge: toBytes(challenge),
        user: { ...user, id: toBytes(user.id) },
        excludeCredentials: known(excludeCredentials),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    rawId: toText(credential.rawId),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
    },
  };
}

interface RequestJson extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  challenge: string;
  allowCredentials?: Descriptor[];
}

/** Has an authenticator show a passkey; beside the field for the user name, if `autofill` is set. */
export async function showPasskey(
  asked: unknown,
  { autofill = false, signal }: { autofill?: boolean; signal?: AbortSignal } = {},
): Promise<PasskeyCredential> {
  const { challenge, allowCredentials, ...rest } = asked as RequestJson;
  const credential = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        ...rest,
        challenge: toBytes(challenge),
        allowCredentials: known(allowCredentials),
      },
      ...(autofill && { mediation: 'conditional' }),
      ...(signal && { signal }),
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    rawId: toText(credential.rawId),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      ...(response.userHandle && { userHandle: toText(response.userHandle) }),
    },
  };
}

async function ask(run: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await run();
    if (credential === null) throw new PasskeyError('cancelled');
    return credential as PublicKeyCredential;
  } catch (error) {
    throw error instanceof PasskeyError ? error : new PasskeyError(problemOf(error));
  }
}

function problemOf(error: unknown): PasskeyProblem {
  switch (error instanceof DOMException ? error.name : '') {
    // the user has closed the browser's question, or it took too long
    case 'NotAllowedError':
    case 'AbortError':
      return 'cancelled';
    case 'InvalidStateError':
      return 'known';
    case 'SecurityError':
      return 'address';
    case 'NotSupportedError':
      return 'unsupported';
    default:
      return 'failed';
  }
}
