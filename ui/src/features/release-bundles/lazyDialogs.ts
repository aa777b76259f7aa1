import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

/** The dialog that creates a bundle, which is loaded when it is first opened. */
export const CreateDialog = lazyWith(() =>
  loadChunk('create-release-bundle', () => import('./CreateDialog')).then(part => part.CreateDialog),
);

/** The form that promotes a bundle, which is loaded when it is first opened. */
export const PromotionForm = lazyWith(() =>
  loadChunk('promote-release-bundle', () => import('./PromotionForm')).then(part => part.PromotionForm),
);
