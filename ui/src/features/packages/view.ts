import { useState } from 'react';
import { browserStorage } from '@/lib/storage';

/** What is remembered of how packages are shown. */
const KEYS = {
  list: 'waybill.packages.view',
  lately: 'waybill.packages.lately',
  dependencies: 'waybill.packages.dependencies',
} as const;

/** Where it is kept how high the list of followed packages was when it was last shown in this browser. */
export const FOLLOWED_HEIGHT = 'waybill.packages.followed';

/** The view of a part that the user chose last in this browser; the first one until then. */
export function useRememberedView<View extends string>(
  part: keyof typeof KEYS,
  views: readonly View[],
): [View, (view: View) => void] {
  const [view, choose] = useState<View>(() => {
    const stored = browserStorage.read(KEYS[part]);
    return views.find(known => known === stored) ?? (views[0] as View);
  });
  return [
    view,
    next => {
      browserStorage.write(KEYS[part], next);
      choose(next);
    },
  ];
}
