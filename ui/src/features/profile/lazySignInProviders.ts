import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

/** The user's identities at providers, which are loaded after the rest of the profile. */
export const SignInProviders = lazyWith(() =>
  loadChunk('profile-sign-in-providers', () => import('./SignInProviders')).then(
    part => part.SignInProviders,
  ),
);
