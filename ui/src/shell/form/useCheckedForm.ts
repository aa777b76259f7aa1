import { useState } from 'react';
import type { ApiError } from '@/engine/api';
import { useSubmit } from '@/engine/useSubmit';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { type Problems, type Refused, stillAmong, withRefused } from './problems';
import { useUnsaved } from './useUnsaved';

interface CheckedFormInput<Before, Values, Field extends string> {
  /** What is changed; null for something new. */
  before: Before | null;
  /** What is typed at first. */
  initial: (before: Before | null) => Values;
  /** What is wrong, before anything is sent. */
  check: (values: Values, before: Before | null) => Problems<Field>;
  send: (values: Values, before: Before | null) => Promise<unknown>;
  /** How it is shown what the server refuses. */
  refused: (error: ApiError, values: Values) => Refused<Field>;
}

/**
 * A form that is checked before it is sent, and may be refused then. The first field that has a problem gets the focus.
 * Nothing of it outlives a reload, since it may have a secret.
 */
export function useCheckedForm<Before, Values extends object, Field extends string>(
  input: CheckedFormInput<Before, Values, Field>,
) {
  const { check, send, refused } = input;
  const submit = useSubmit();
  // what the form began with: a list that is loaded again does not change it
  const [before] = useState(input.before);
  const [initial] = useState(() => input.initial(before));
  const [values, setValues] = useState(initial);
  const [found, setFound] = useState({} as Problems<Field>);
  const { form, focusProblem } = useProblemFocus();
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial);
  useUnsaved(isDirty);
  const change = (how: (latest: Values) => Values) => {
    setValues(how);
    submit.clear();
  };
  return {
    form,
    before,
    values,
    isDirty,
    change,
    set: (changes: Partial<Values>) => change(latest => ({ ...latest, ...changes })),
    // all that were found stay in sight, each until it is mended
    ...withRefused(
      stillAmong(found, () => check(values, before)),
      submit.error && refused(submit.error, values),
    ),
    busy: submit.busy,
    submit: async () => {
      const problems = check(values, before);
      setFound(problems);
      submit.clear();
      const isSound = Object.keys(problems).length === 0;
      if (!isSound || !(await submit.run(() => send(values, before)))) focusProblem();
    },
  };
}
