import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/archive';
import { notify } from '@/ui/notify';
import { TABLE_CELL } from '@/ui/table/useKeptFocus';
import { type ArchiveRow, nameOfRow } from './archiveColumns';

/** What the queries of the archive are stored as. */
export const ARCHIVE_KEY = ['archive'];

/** A version that was restored. */
export interface RestoredVersion {
  row: ArchiveRow;
  /** How many of its files stay in the archive. */
  taken: number;
}

/** What can be done with the versions of a list, and what came of it. The place has the list. */
export function useArchiveActs(place: RefObject<HTMLElement | null>) {
  const { api } = useEngine();
  const queries = useQueryClient();
  const [restored, setRestored] = useState<RestoredVersion | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, ask] = useState<ArchiveRow | null>(null);
  // a version that is restored is in the lists of packages again
  const settled = (...keys: readonly string[]) =>
    Promise.all([...ARCHIVE_KEY, ...keys].map(key => refresh(queries, [key])));
  const begin = () => {
    setRestored(null);
    setFailure(null);
  };
  // the button that was pressed goes, and the focus must not be lost with it
  const focusList = () =>
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(`${TABLE_CELL}, input`)?.focus());
  const restoring = useMutation({
    mutationFn: ({ repository, name }: ArchiveRow) =>
      repositoryCalls.postTreeRestore(api, { repository, name }),
    onMutate: begin,
    onSuccess: ({ taken }, row) => setRestored({ row, taken }),
    onError: error => setFailure(refusalText(error, texts.restoreFailed)),
    onSettled: async (_, error) => {
      await settled('packages', 'tree');
      // what was restored has a notice, which takes the focus
      if (error) focusList();
    },
  });
  const purging = useMutation({
    mutationFn: ({ repository, name }: ArchiveRow) =>
      repositoryCalls.postTreePurge(api, { repository, name }),
    onMutate: begin,
    onSuccess: (_, row) => notify({ severity: 'info', text: texts.purged({ name: nameOfRow(row) }) }),
    onError: error => setFailure(refusalText(error, texts.purgeFailed)),
    onSettled: async () => {
      ask(null);
      await settled();
      focusList();
    },
  });
  const { mutate, isPending: isRestoring } = restoring;
  return {
    restored,
    failure,
    asked,
    purging: purging.isPending,
    restore: useCallback(
      (row: ArchiveRow) => {
        // a second press would be refused, and say so beside what the first one did
        if (isRestoring) return;
        ask(null);
        mutate(row);
      },
      [mutate, isRestoring],
    ),
    askPurge: ask,
    purge: () => asked && purging.mutate(asked),
    keep: () => {
      ask(null);
      focusList();
    },
  };
}
