import './uiVariant.css';
import { createAtom } from '@xstate/store';
import { browserStorage } from '@/lib/storage';

/** The classic interface has the same pages, denser and squarer. Only styles depend on the variant. */
export type UiVariant = 'new' | 'classic';

const VARIANT_KEY = 'waybill.look';

export const uiVariant = createAtom<UiVariant>(
  browserStorage.read(VARIANT_KEY) === 'classic' ? 'classic' : 'new',
);

function paint(): void {
  const shown = uiVariant.get();
  if (shown === 'classic') document.documentElement.dataset.look = shown;
  else delete document.documentElement.dataset.look;
}

paint();
uiVariant.subscribe(paint);

export function toggleUiVariant(): void {
  uiVariant.set(was => (was === 'classic' ? 'new' : 'classic'));
  const shown = uiVariant.get();
  browserStorage.write(VARIANT_KEY, shown === 'classic' ? shown : null);
}
