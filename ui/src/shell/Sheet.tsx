import { loadChunk } from '@/lib/chunk';
import { lazyWith } from './lazyPage';

/** Only small screens need it, so it is no part of the first page. */
export const Sheet = lazyWith(() =>
  loadChunk('sheet', () => import('@/ui/SideSheet')).then(part => part.SideSheet),
);
