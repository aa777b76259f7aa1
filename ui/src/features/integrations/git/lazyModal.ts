import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

/** The modal of an integration, which is loaded when it is first opened. */
export const GitModal = lazyWith(() =>
  loadChunk('git-integration-modal', () => import('./GitModal')).then(part => part.GitModal),
);
