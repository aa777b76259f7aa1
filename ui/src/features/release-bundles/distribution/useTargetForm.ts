import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DistributionTargetRow } from '@/generated/api';
import * as distributionCalls from '@/generated/distributionCalls';
import { useDraft } from '@/lib/drafts';
import { useIsThere } from '@/lib/useIsThere';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { texts } from '@/texts/distribution';
import { notify } from '@/ui/notify';
import { errorsOf, NEW, type Problems, problemsOf, urlOf, type Values } from './problems';
import { refreshTargets } from './queries';

/** The form of a target: of a new one if `before` is null. Nothing of it outlives a reload, since it has a token. */
export function useTargetForm(before: DistributionTargetRow | null, leave: () => void) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const isThere = useIsThere();
  const [initial] = useState<Values>(() => {
    if (before === null) return NEW;
    const { key, url, description } = before;
    return { key, url, description, token: '' };
  });
  const [values, setValues] = useState(initial);
  const [found, setFound] = useState<Problems>({});
  const { form, focusProblem } = useProblemFocus();
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial);
  useDraft(isDirty);
  const send = async () => {
    const [key, url, description] = [values.key.trim(), urlOf(values), values.description.trim()];
    const token = values.token.trim();
    if (before === null)
      await distributionCalls.postDistributionTargets(api, { key, url, description, token });
    else {
      const change = { url, description, ...(token !== '' && { token }) };
      await distributionCalls.putDistributionTargetsKey(api, key, change);
    }
    const text = before === null ? texts.targets.added : texts.targets.saved;
    notify({ text: text({ name: key }), severity: 'info' });
    await refreshTargets(client);
    // the sheet may have been closed meanwhile
    if (isThere()) leave();
  };
  return {
    form,
    values,
    isDirty,
    busy: submit.busy,
    ...errorsOf(submit.error, found),
    set: (changes: Partial<Values>) => {
      setValues(latest => ({ ...latest, ...changes }));
      setFound({});
      submit.clear();
    },
    submit: async () => {
      const problems = problemsOf(values, before);
      setFound(problems);
      submit.clear();
      const isSound = Object.keys(problems).length === 0;
      if (!(isSound && (await submit.run(send)))) focusProblem();
    },
  };
}
