import type { Notice } from '@/generated/types';
import { createStore } from './store';

/** Why the last session of this page ended: said once more above the log-in form of the next. */
export const lastSignOutNotice = createStore<Notice | null>(null);
