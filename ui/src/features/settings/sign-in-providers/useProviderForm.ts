import { useState } from 'react';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedSignInProvider, WantedSignInProvider } from '@/generated/api';
import type { SignInProviderKind } from '@/generated/types';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { errorsOf, type Problems, problemsOf } from './problems';
import { newValues, type Values, valuesOf, wantedOf, withKind } from './values';

interface Options {
  /** The provider to change; null for a new one. */
  before: DescribedSignInProvider | null;
  /** The place of a new one on the sign-in page. */
  order: number;
  send: (wanted: WantedSignInProvider) => Promise<void>;
}

/** The form of a provider. Nothing of it outlives a reload, since it has a secret. */
export function useProviderForm({ before, order, send }: Options) {
  const submit = useSubmit();
  // what the form began with: a list that is loaded again does not change it
  const [seen] = useState(before);
  const [initial] = useState(() => (before ? valuesOf(before) : newValues('oidc', order)));
  const [values, setValues] = useState(initial);
  const [found, setFound] = useState<Problems>({});
  const { form, focusProblem } = useProblemFocus();
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial);
  useDraft(isDirty);
  const isNew = seen === null;
  const change = (how: (latest: Values) => Values) => {
    setValues(how);
    setFound({});
    submit.clear();
  };
  return {
    form,
    before: seen,
    values,
    isDirty,
    set: (changes: Partial<Values>) => change(latest => ({ ...latest, ...changes })),
    choose: (kind: SignInProviderKind) => change(latest => withKind(latest, kind, isNew)),
    ...errorsOf(submit.error, found),
    busy: submit.busy,
    submit: async () => {
      const problems = problemsOf(values, seen);
      setFound(problems);
      submit.clear();
      const isSound = Object.keys(problems).length === 0;
      if (!isSound || !(await submit.run(() => send(wantedOf(values, isNew))))) focusProblem();
    },
  };
}
