import './look.css';
import { browserStorage } from '@/lib/storage';
import { createStore } from '@/lib/store';

/** The classic look: the same pages, denser and squarer. Only styles ask which one it is. */
export type Look = 'new' | 'classic';

const LOOK_KEY = 'waybill.look';

export const look = createStore<Look>(browserStorage.read(LOOK_KEY) === 'classic' ? 'classic' : 'new');

function paint(): void {
  const shown = look.get();
  if (shown === 'classic') document.documentElement.dataset.look = shown;
  else delete document.documentElement.dataset.look;
}

paint();
look.subscribe(paint);

export function toggleLook(): void {
  look.set(was => (was === 'classic' ? 'new' : 'classic'));
  const shown = look.get();
  browserStorage.write(LOOK_KEY, shown === 'classic' ? shown : null);
}
