import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

/** What the user lets applications do, which is loaded after the rest of the profile. */
export const Applications = lazyWith(() =>
  loadChunk('profile-applications', () => import('./Applications')).then(part => part.Applications),
);
