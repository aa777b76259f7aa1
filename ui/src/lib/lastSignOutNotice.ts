import { createAtom } from '@xstate/store';
import type { Notice } from '@/generated/types';

/** Why the last session of this page ended: shown above the sign-in form of the next. */
export const lastSignOutNotice = createAtom<Notice | null>(null);
