import { createAtom } from '@xstate/store';
import type { notificationMs } from '@/generated/constants';

export interface Toast {
  text: string;
  severity: keyof typeof notificationMs;
}

/** Notifications that are not on the screen yet. */
export const toasts = createAtom<readonly Toast[]>([]);

export function notify(toast: Toast): void {
  toasts.set(waiting => [...waiting, toast]);
}
