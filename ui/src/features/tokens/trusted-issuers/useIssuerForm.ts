import { useState } from 'react';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedTrustedIssuer, WantedTrustedIssuer } from '@/generated/api';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { type Preset, presetOf } from './presets';
import { errorsOf, type Problems, problemsOf } from './problems';
import { newValues, type Values, valuesOf, wantedOf, withPreset } from './values';

/** The provider that a new issuer is of at first. */
const FIRST: Preset = 'github';

/** The form of an issuer: of a new one if `before` is null. */
export function useIssuerForm(
  before: DescribedTrustedIssuer | null,
  send: (wanted: WantedTrustedIssuer) => Promise<void>,
) {
  const submit = useSubmit();
  const [preset, setPreset] = useState(() => (before ? presetOf(before.issuer) : FIRST));
  const [initial] = useState(() => (before ? valuesOf(before) : newValues(FIRST)));
  const [values, setValues] = useState(initial);
  const [found, setFound] = useState<Problems>({});
  const { form, focusProblem } = useProblemFocus();
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial);
  useDraft(isDirty);
  const isNew = before === null;
  const change = (how: (latest: Values) => Values) => {
    setValues(how);
    setFound({});
    submit.clear();
  };
  return {
    form,
    preset,
    values,
    isDirty,
    set: (changes: Partial<Values>) => change(latest => ({ ...latest, ...changes })),
    choose: (chosen: Preset) => {
      setPreset(chosen);
      change(latest => withPreset(latest, chosen, isNew));
    },
    ...errorsOf(submit.error, found, values),
    busy: submit.busy,
    submit: async () => {
      const problems = problemsOf(values);
      setFound(problems);
      submit.clear();
      const isSound = Object.keys(problems).length === 0;
      if (!isSound || !(await submit.run(() => send(wantedOf(values, isNew))))) focusProblem();
    },
  };
}
