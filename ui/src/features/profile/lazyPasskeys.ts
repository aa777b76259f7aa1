import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

/** The user's passkeys, which are loaded after the rest of the profile. */
export const Passkeys = lazyWith(() =>
  loadChunk('profile-passkeys', () => import('./Passkeys')).then(part => part.Passkeys),
);
