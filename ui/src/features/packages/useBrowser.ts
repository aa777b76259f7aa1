import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { CommandRefused } from '@/engine/outbox';
import { useMachine } from '@/engine/useMachine';
import type { PackageBrowser, PackagesState } from '@/generated/types';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/packages';
import type { Order } from './place';

type Level = Exclude<PackagesState['state'], 'closed'>;

interface Browsing {
  /** What the machine has decided for this level; null until it has. */
  browser: PackageBrowser | null;
  /** Why the place cannot be shown. */
  refusal: string | null;
}

/** Opens a place of the package browser in its machine, which decides what is fetched and which tab is shown. */
export function useBrowser(level: Level, path: string): Browsing {
  const engine = useEngine();
  const machine = useMachine('packages');
  const [refused, setRefused] = useState<{ path: string; text: string } | null>(null);
  useEffect(() => {
    engine.send('packages', { type: 'open', path }).then(
      () => setRefused(null),
      error => {
        if (!(error instanceof CommandRefused)) throw error;
        setRefused({ path, text: noticeText(error.code, error.message, texts.failed) });
      },
    );
  }, [engine, path]);
  const { state } = machine;
  return {
    browser: state?.state === level ? state.browser : null,
    refusal: refused?.path === path ? refused.text : null,
  };
}

/** Has the machine sort packages as an address says. */
export function useOrder(browser: PackageBrowser | null, order: Order): void {
  const engine = useEngine();
  const sort_by = order.replace('-', '') === 'modified' ? 'modified' : 'name';
  const sort_type = order.startsWith('-') ? 'DESC' : 'ASC';
  const isOther =
    browser !== null && (browser.sort.sort_by !== sort_by || browser.sort.sort_type !== sort_type);
  useEffect(() => {
    if (isOther) engine.propose('packages', { type: 'sort', sort: { sort_by, sort_type } });
  }, [engine, isOther, sort_by, sort_type]);
}
