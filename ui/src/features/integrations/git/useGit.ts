import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Proposal } from '@/engine/proposals';
import { type MachineView, useMachine } from '@/engine/useMachine';
import type { States } from '@/generated/types';
import { refresh } from '@/shell/refresh';
import { useIsAdmin } from '@/shell/useIsAdmin';
import { LIST_KEY } from './queries';
import { reasonText } from './refusals';
import type { GitPage } from './vendors';

export interface Git {
  machine: MachineView<'git_integration'>;
  /** What the machine has fetched; null while it is closed. */
  page: GitPage | null;
  /** Why the last selection of products or the last deletion failed. */
  error: string | null;
  /** Proposes an event. A rejection is a record, and the pushed state is what is shown. */
  propose: (event: Proposal<'git_integration'>) => void;
  /** The same for an event that opens the modal: what has the focus now gets it back when that closes. */
  openModal: (event: Proposal<'git_integration'>) => void;
  /** Whether the modal is open. */
  isModal: boolean;
}

const MODAL: readonly string[] = ['editing', 'testing', 'saving', 'choosing'];

function isOfModal(state: States['git_integration'] | null): boolean {
  // products that are selected on the page are stored without the modal
  if (state?.state === 'storing') return state.created;
  return MODAL.includes(state?.state ?? '');
}

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
  const isModal = isOfModal(machine.state);
  const remember = useFocusAfterModal(isModal);
  const propose: Git['propose'] = event => engine.propose('git_integration', event);
  const page = machine.state && 'page' in machine.state ? machine.state.page : null;
  // a server of another build may not have it
  const error = page?.error ?? null;
  return {
    machine,
    page,
    error: error && reasonText(error),
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
    if (!by || !CHANGES.includes(by.event.type)) return;
    // the first list comes together with what the page loads itself
    const isFirst = by.event.type === 'git.list' && by.from === 'loading';
    if (!isFirst) void refresh(client, LIST_KEY);
  }, [instance]);
}

function useFocusAfterModal(isOpen: boolean): () => void {
  const origin = useRef<Element | null>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const back = origin.current;
    if (wasOpen.current && !isOpen) {
      origin.current = null;
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    }
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
