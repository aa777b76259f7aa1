import { useState } from 'react';
import type { DescribedTrustedIssuer, WantedTrustedIssuer } from '@/generated/api';
import { useCheckedForm } from '@/shell/form/useCheckedForm';
import { type Preset, presetOf } from './presets';
import { problemsOf, refused } from './problems';
import { newValues, valuesOf, wantedOf, withPreset } from './values';

/** The provider that a new issuer is of at first. */
const FIRST: Preset = 'github';

/** The form of an issuer: of a new one if `before` is null. */
export function useIssuerForm(
  before: DescribedTrustedIssuer | null,
  send: (wanted: WantedTrustedIssuer) => Promise<void>,
) {
  const [preset, setPreset] = useState(() => (before ? presetOf(before.issuer) : FIRST));
  const isNew = before === null;
  const form = useCheckedForm({
    before,
    initial: seen => (seen ? valuesOf(seen) : newValues(FIRST)),
    check: problemsOf,
    send: values => send(wantedOf(values, isNew)),
    refused,
  });
  return {
    ...form,
    preset,
    choose: (chosen: Preset) => {
      setPreset(chosen);
      form.change(latest => withPreset(latest, chosen, isNew));
    },
  };
}
