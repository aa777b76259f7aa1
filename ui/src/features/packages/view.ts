import { useState } from 'react';
import { browserStorage } from '@/lib/storage';

const KEY = 'waybill.packages.view';

/** The view that the user chose last in this browser. */
export function useRememberedView<View extends string>(views: readonly View[]): [View, (view: View) => void] {
  const [view, choose] = useState<View>(() => {
    const stored = browserStorage.read(KEY);
    return views.find(known => known === stored) ?? (views[0] as View);
  });
  return [
    view,
    next => {
      browserStorage.write(KEY, next);
      choose(next);
    },
  ];
}
