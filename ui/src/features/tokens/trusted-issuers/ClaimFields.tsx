import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { issuerLimits } from '@/generated/trustedIssuers';
import { CODE } from '@/shell/form/code';
import { FieldGroup } from '@/shell/form/FieldGroup';
import { FieldRows } from '@/shell/form/FieldRows';
import { texts } from '@/texts/trustedIssuers';
import type { Preset } from './presets';
import { presets } from './presets';
import type { Problems } from './problems';
import { type Claim, claimOf } from './values';

interface ClaimFieldsProps {
  claims: readonly Claim[];
  preset: Preset;
  set: (claims: Claim[]) => void;
  problems: Problems;
  /** What is wrong with the claims as a whole. */
  problem: string | undefined;
}

/** The claims of a rule, all of which a token must have: each a name and a value. */
export function ClaimFields({ claims, preset, set, problems, problem }: ClaimFieldsProps) {
  const known = useId();
  return (
    <FieldGroup legend={texts.form.claims} text={texts.form.claimsText} problem={problem}>
      <datalist id={known}>
        {presets[preset].claims.map(([name]) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <FieldRows
        rows={claims}
        set={set}
        withNew={() => [...claims, claimOf()]}
        isFull={claims.length >= issuerLimits.claims}
        words={{
          add: texts.form.addClaim,
          remove: ({ name }) => texts.form.removeClaim({ name: name.trim() || texts.form.unnamed }),
        }}
      >
        {({ id, name, value }, change) => (
          <>
            <TextInput
              {...CODE}
              label={texts.form.claim}
              list={known}
              value={name}
              onChange={event => change({ name: event.currentTarget.value })}
              error={problems[`${id}.name`] ?? null}
            />
            <TextInput
              {...CODE}
              label={texts.form.value}
              value={value}
              onChange={event => change({ value: event.currentTarget.value })}
              error={problems[`${id}.value`] ?? null}
            />
          </>
        )}
      </FieldRows>
    </FieldGroup>
  );
}
