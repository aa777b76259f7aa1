import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

// Installations without providers, passkeys and proxies never load these, and the sign-in page has no room for them.

export const ProviderButtons = lazyWith(() =>
  loadChunk('sign-in-providers', () => import('./ProviderButtons')).then(part => part.ProviderButtons),
);
export const PasskeySignIn = lazyWith(() =>
  loadChunk('passkey-sign-in', () => import('./PasskeySignIn')).then(part => part.PasskeySignIn),
);
export const ProxySignIn = lazyWith(() =>
  loadChunk('proxy-sign-in', () => import('./ProxySignIn')).then(part => part.ProxySignIn),
);
export const SsoFailure = lazyWith(() =>
  loadChunk('sso-failure', () => import('./SsoFailure')).then(part => part.SsoFailure),
);
