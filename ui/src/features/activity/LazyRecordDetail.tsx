import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

/** A record's detail with its chart: it comes with the first record that is chosen. */
export const LazyRecordDetail = lazyWith(() =>
  loadChunk('record', () => import('./RecordDetail')).then(part => part.RecordDetail),
);
