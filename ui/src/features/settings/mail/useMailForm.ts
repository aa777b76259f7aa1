import { useState } from 'react';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedMailServer, WantedMailServer } from '@/generated/api';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { errorsOf, type Problems, problemsOf } from './problems';
import { NEW, type Values, valuesOf, wantedOf } from './values';

/** The form of the mail server: of a new one if `before` is null. Nothing of it outlives a reload: it has a password. */
export function useMailForm(
  before: DescribedMailServer | null,
  send: (wanted: WantedMailServer) => Promise<void>,
) {
  const submit = useSubmit();
  // what the form began with: a server that is loaded again does not change it
  const [seen] = useState(before);
  const [initial] = useState(() => (before ? valuesOf(before) : NEW));
  const [values, setValues] = useState(initial);
  const [found, setFound] = useState<Problems>({});
  const { form, focusProblem } = useProblemFocus();
  useDraft(JSON.stringify(values) !== JSON.stringify(initial));
  return {
    form,
    before: seen,
    values,
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
      if (!isSound || !(await submit.run(() => send(wantedOf(values))))) focusProblem();
    },
  };
}
