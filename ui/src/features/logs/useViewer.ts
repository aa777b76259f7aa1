import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Proposal } from '@/engine/proposals';
import type { MachineView } from '@/engine/useMachine';
import { useMachine } from '@/engine/useMachine';
import type { LogFile, LogView } from '@/generated/types';

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
  const view = machine.state?.viewer ?? null;
  const { selected_product: service, selected_node: node, selected_file: id } = view ?? {};
  const file = service && node && id ? { service, node, id } : null;
  return { machine, view, file, propose: event => engine.propose('log_viewer', event) };
}
