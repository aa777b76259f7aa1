import { createAtom } from '@xstate/store';
import type { notificationMs } from '@/generated/constants';

export interface Toast {
  text: string;
  severity: keyof typeof notificationMs;
  /** Why the tab is somewhere else: as long as an error, and not in its colour. */
  redirect?: boolean;
  /** What can be done about it, as long as it is shown. */
  action?: { label: string; run: () => void };
}

/** Notifications that are not on the screen yet. */
export const toasts = createAtom<readonly Toast[]>([]);

export function notify(toast: Toast): void {
  toasts.set(waiting => [...waiting, toast]);
}
