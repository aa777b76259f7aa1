import { useSearch } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useEffect, useRef, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Proposal } from '@/engine/proposals';
import type { MachineView } from '@/engine/useMachine';
import { useMachine } from '@/engine/useMachine';
import type { LogFile, LogView } from '@/generated/types';
import { hidden } from '@/lib/pausing';
import { type LogAddress, selectionOf } from './address';

export interface Viewing {
  machine: MachineView<'log_viewer'>;
  view: LogView | null;
  file: LogFile | null;
  /** Proposes an event. A rejection is a record, and the pushed state is what is shown. */
  propose: (event: Proposal<'log_viewer'>) => void;
}

/** The log viewer's machine, open as long as the page is. */
export function useViewer(): Viewing {
  const engine = useEngine();
  const machine = useMachine('log_viewer');
  useEffect(() => {
    engine.propose('log_viewer', { type: 'open' });
    return () => engine.propose('log_viewer', { type: 'reset' });
  }, [engine]);
  usePauseWhileHidden(machine);
  const view = machine.state?.viewer ?? null;
  const { selected_product: service, selected_node: node, selected_file: id } = view ?? {};
  const file = service && node && id ? { service, node, id } : null;
  const propose: Viewing['propose'] = event => engine.propose('log_viewer', event);
  useAddressed(view, propose);
  return { machine, view, file, propose };
}

/** Selects what the address names, once for each address: what the user selects afterwards stays. */
function useAddressed(view: LogView | null, propose: Viewing['propose']): void {
  const { service, node, file }: LogAddress = useSearch({ strict: false });
  const address = JSON.stringify([service, node, file]);
  const followed = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state of the machine is looked at once
  useEffect(() => {
    if (!view || followed.current === address) return;
    const next = selectionOf({ service, node, file }, view);
    if (next.isDone) followed.current = address;
    for (const event of next.events) propose(event);
  }, [view, address]);
}

/** Stops the countdown while the page is hidden, and only what it has stopped goes on when the page is shown. */
function usePauseWhileHidden(machine: MachineView<'log_viewer'>): void {
  const engine = useEngine();
  const isHidden = useAtom(hidden);
  const [stopped, setStopped] = useState(false);
  const canPause = !machine.matches('paused') && machine.can('pause');
  const canResume = machine.can('resume');
  useEffect(() => {
    if (isHidden && !stopped && canPause) {
      setStopped(true);
      engine.propose('log_viewer', { type: 'pause' });
    } else if (!isHidden && stopped && canResume) {
      setStopped(false);
      engine.propose('log_viewer', { type: 'resume' });
    }
  }, [engine, isHidden, stopped, canPause, canResume]);
}
