import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedSignInProvider } from '@/generated/api';
import { useRowFocus } from '@/lib/useRowFocus';
import { refusalText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/signInProviders';
import { notify } from '@/ui/notify';
import { refreshProviders } from './queries';
import { valuesOf, wantedOf } from './values';

/** Puts the providers of the sign-in page into another order. */
export function useMoving(all: readonly DescribedSignInProvider[]) {
  const { api } = useEngine();
  const client = useQueryClient();
  const [moved, setMoved] = useState('');
  const { list, focusNext } = useRowFocus(all);
  const moving = useMutation({
    mutationFn: async (next: readonly DescribedSignInProvider[]) => {
      // several may have the same number, by which the order is that of their names
      for (const [order, provider] of next.entries()) {
        if (provider.order === order) continue;
        const wanted = wantedOf({ ...valuesOf(provider), order }, false);
        await accountCalls.putAccessApiUiSignInProvidersName(api, provider.name, wanted);
      }
    },
    onError: error => notify({ text: refusalText(error, shellTexts.failed), severity: 'error' }),
    onSettled: () => refreshProviders(client),
  });
  return {
    list,
    /** The announcement of the last move. */
    moved,
    isMoving: moving.isPending,
    move: (from: number, to: number) => {
      const provider = all[from];
      if (!provider) return;
      const next = all.filter(one => one !== provider);
      next.splice(to, 0, provider);
      setMoved('');
      focusNext(to, to < from ? '[data-up]' : '[data-down]');
      moving.mutate(next, {
        onSuccess: () => setMoved(texts.moved({ name: provider.label, place: to + 1, all: all.length })),
      });
    },
  };
}
