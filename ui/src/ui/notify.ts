import { createAtom } from '@xstate/store';

export interface Toast {
  text: string;
  durationMs: number;
  bad?: boolean;
}

/** Notifications that are not on the screen yet. */
export const toasts = createAtom<readonly Toast[]>([]);

export function notify(toast: Toast): void {
  toasts.set(waiting => [...waiting, toast]);
}
