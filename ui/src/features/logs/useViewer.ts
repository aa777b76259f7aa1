import { useAtom } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Proposal } from '@/engine/proposals';
import type { MachineView } from '@/engine/useMachine';
import { useMachine } from '@/engine/useMachine';
import type { LogFile, LogView } from '@/generated/types';
import { hidden } from '@/lib/pausing';

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
  return { machine, view, file, propose: event => engine.propose('log_viewer', event) };
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
