import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedGitIntegration } from '@/generated/api';
import * as gitCalls from '@/generated/gitCalls';
import { useDraft } from '@/lib/drafts';
import { refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/git';
import { notify } from '@/ui/notify';
import { LIST_KEY } from './queries';

/** The repositories that are added (true) and removed (false). */
type Changes = ReadonlyMap<string, boolean>;

const NO_CHANGES: Changes = new Map();

const changed = (chosen: readonly string[], changes: Changes): string[] => {
  const added = [...changes].flatMap(([name, isOn]) => (isOn ? [name] : []));
  return [...new Set([...chosen.filter(name => changes.get(name) !== false), ...added])].sort();
};

/**
 * The chosen repositories of an integration, and the changes of them in this tab. Another tab may change them as well,
 * so what is stored are these changes to the newest list.
 */
export function useChosen({ key, name: integration, repositories }: DescribedGitIntegration) {
  const { api } = useEngine();
  const client = useQueryClient();
  const storing = useSubmit();
  const [changes, setChanges] = useState(NO_CHANGES);
  /** What was to be stored last: the changes, or the removal of a repository. */
  const [stored, setStored] = useState<'changes' | 'removal'>('changes');
  const isDirty = [...changes].some(([name, isOn]) => repositories.includes(name) !== isOn);
  useDraft(isDirty);

  const store = (wanted: Changes, saved: string) =>
    storing.run(async () => {
      const all = await gitCalls.getIntegrationGetIntegrations(api);
      // without one, the server says that there is none
      const newest = all.find(one => one.key === key)?.repositories ?? [];
      const now = await gitCalls.putIntegrationKeyRepositories(api, key, {
        repositories: changed(newest, wanted),
      });
      client.setQueryData<DescribedGitIntegration[]>(
        LIST_KEY,
        all.map(one => (one.key === key ? now : one)),
      );
      setChanges(latest => new Map([...latest].filter(([name, isOn]) => wanted.get(name) !== isOn)));
      notify({ text: saved, severity: 'info' });
      void refresh(client, LIST_KEY);
    });

  const words = storing.error && refusalText(storing.error, shellTexts.failed);
  return {
    selected: new Set(changed(repositories, changes)),
    isDirty,
    busy: storing.busy,
    /** Why the changes were not stored, and why a repository was not removed. */
    notSaved: stored === 'changes' ? words : null,
    notRemoved: stored === 'removal' ? words : null,
    toggle: (name: string, isOn: boolean) => {
      storing.clear();
      setChanges(latest => {
        const next = new Map(latest);
        if (repositories.includes(name) === isOn) next.delete(name);
        else next.set(name, isOn);
        return next;
      });
    },
    save: () => {
      setStored('changes');
      return store(changes, texts.repositories.saved({ name: integration }));
    },
    remove: (repository: string) => {
      setStored('removal');
      return store(new Map([[repository, false]]), texts.repositories.removed({ repository }));
    },
  };
}

export type Chosen = ReturnType<typeof useChosen>;
