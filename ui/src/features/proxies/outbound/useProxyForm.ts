import { useState } from 'react';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedProxy, WantedProxy } from '@/generated/api';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { errorsOf, type Problems, problemsOf } from './problems';
import { NEW, type Values, valuesOf, wantedOf } from './values';

/** The form of a proxy: of a new one if `before` is null. Nothing of it outlives a reload, since it has a password. */
export function useProxyForm(before: DescribedProxy | null, send: (wanted: WantedProxy) => Promise<void>) {
  const submit = useSubmit();
  // what the form began with: a list that is loaded again does not change it
  const [seen] = useState(before);
  const [initial] = useState(() => (before ? valuesOf(before) : NEW));
  const [values, setValues] = useState(initial);
  const [found, setFound] = useState<Problems>({});
  const { form, focusProblem } = useProblemFocus();
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial);
  useDraft(isDirty);
  return {
    form,
    before: seen,
    values,
    isDirty,
    set: (changes: Partial<Values>) => {
      setValues(latest => ({ ...latest, ...changes }));
      setFound({});
      submit.clear();
    },
    ...errorsOf(submit.error, found),
    busy: submit.busy,
    submit: async () => {
      const problems = problemsOf(values, seen);
      setFound(problems);
      submit.clear();
      const isSound = Object.keys(problems).length === 0;
      if (!isSound || !(await submit.run(() => send(wantedOf(values, seen))))) focusProblem();
    },
  };
}
