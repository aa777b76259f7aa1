import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Proposal } from '@/engine/proposals';
import { type MachineView, useMachine } from '@/engine/useMachine';
import { useIsAdmin } from '@/shell/useIsAdmin';
import { GIT_KEY } from './queries';
import type { GitPage, Product } from './vendors';

export interface Git {
  machine: MachineView<'git_integration'>;
  /** What the machine has fetched; null while it is closed. */
  page: GitPage | null;
  /** Proposes an event. A rejection is a record, and the pushed state is what is shown. */
  propose: (event: Proposal<'git_integration'>) => void;
  /** The same for an event that opens the modal: what has the focus now gets it back when that closes. */
  openModal: (event: Proposal<'git_integration'>) => void;
  /** Whether the modal is open. */
  isModal: boolean;
}

const MODAL: readonly string[] = ['editing', 'testing', 'saving', 'choosing', 'storing'];

/** The machine of Git integrations, open as long as a page of them is. */
export function useGit(): Git {
  const engine = useEngine();
  const machine = useMachine('git_integration');
  const isClosed = machine.state?.state === 'closed';
  useEffect(() => {
    if (isClosed) engine.propose('git_integration', { type: 'open' });
  }, [engine, isClosed]);
  useEffect(() => () => engine.propose('git_integration', { type: 'reset' }), [engine]);
  useRefetched(machine.instance);
  const isModal = MODAL.includes(machine.state?.state ?? '');
  const remember = useFocusAfterModal(isModal);
  const propose: Git['propose'] = event => engine.propose('git_integration', event);
  return {
    machine,
    page: machine.state && 'page' in machine.state ? machine.state.page : null,
    propose,
    openModal: event => {
      remember();
      propose(event);
    },
    isModal,
  };
}

/** The answers after which what was loaded is loaded again. */
const CHANGES: readonly string[] = ['git.list', 'git.create', 'git.update', 'git.products', 'git.delete'];

/** What a change leads to is loaded again, also if its modal was closed meanwhile. */
function useRefetched(instance: number): void {
  const { mirror } = useEngine();
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the machine
  useEffect(() => {
    const by = mirror.view('git_integration')?.by;
    // the first list comes together with what the page loads itself
    if (by && by.from !== 'loading' && CHANGES.includes(by.event.type))
      void client.invalidateQueries({ queryKey: GIT_KEY });
  }, [instance]);
}

function useFocusAfterModal(isOpen: boolean): () => void {
  const origin = useRef<Element | null>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const back = origin.current;
    if (wasOpen.current && !isOpen && back instanceof HTMLElement && back.isConnected) back.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return () => {
    origin.current = document.activeElement;
  };
}

/** Whether the page may have Git integrations at all: for whom, and in which installation (INT-06). */
export function useAvailability(): 'available' | 'not_admin' | 'not_supported' {
  const isAdmin = useIsAdmin();
  const startup = useMachine('startup').state;
  const features = startup?.state === 'ready' ? startup.facts.installation.features : [];
  if (!isAdmin) return 'not_admin';
  return features.includes('git_scanning') ? 'available' : 'not_supported';
}

/** The products as a set that can be sent. */
export const productsOf = (all: readonly Product[], chosen: ReadonlySet<Product>): Product[] =>
  all.filter(product => chosen.has(product));
