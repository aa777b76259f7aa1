import { TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId } from 'react';
import { useRowFocus } from '@/lib/useRowFocus';
import { CODE } from '@/shell/form/code';
import { texts } from '@/texts/trustedIssuers';
import { Button } from '@/ui/Button';
import type { Preset } from './presets';
import { presets } from './presets';
import { CLAIMS_MAX, type Problems } from './problems';
import css from './trusted-issuers.module.css';
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
  const id = useId();
  const { list, adder, focusNext } = useRowFocus(claims);
  const change = (changed: number, changes: Partial<Claim>) =>
    set(claims.map(claim => (claim.id === changed ? { ...claim, ...changes } : claim)));
  const add = () => {
    focusNext(claims.length, 'input');
    set([...claims, claimOf()]);
  };
  const remove = (row: number) => {
    focusNext(row, ':scope > button');
    set(claims.filter((_, at) => at !== row));
  };
  return (
    <fieldset
      className={css.group}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      data-invalid={problem !== undefined || undefined}
    >
      <legend>{texts.form.claims}</legend>
      <p className={css.text}>{texts.form.claimsText}</p>
      <datalist id={`${id}-known`}>
        {presets[preset].claims.map(([name]) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {claims.length > 0 && (
        <ul ref={list} className={css.claims}>
          {claims.map((claim, row) => (
            <li key={claim.id}>
              <TextInput
                {...CODE}
                className={css.value}
                label={texts.form.claim}
                list={`${id}-known`}
                value={claim.name}
                onChange={event => change(claim.id, { name: event.currentTarget.value })}
                error={problems[`${claim.id}.name`] ?? null}
              />
              <TextInput
                {...CODE}
                className={css.value}
                label={texts.form.value}
                value={claim.value}
                onChange={event => change(claim.id, { value: event.currentTarget.value })}
                error={problems[`${claim.id}.value`] ?? null}
              />
              <Button
                className={css.remove}
                size="compact-sm"
                variant="subtle"
                aria-label={texts.form.removeClaim({ name: claim.name.trim() || texts.form.unnamed })}
                onClick={() => remove(row)}
              >
                <IconX size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        ref={adder}
        size="compact-sm"
        variant="default"
        disabled={claims.length >= CLAIMS_MAX}
        onClick={add}
      >
        {texts.form.addClaim}
      </Button>
      {problem !== undefined && (
        <p className={css.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
