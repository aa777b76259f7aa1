import { Checkbox, TextInput } from '@mantine/core';
import { CODE } from '@/shell/form/code';
import { FieldGroup } from '@/shell/form/FieldGroup';
import { FieldRows } from '@/shell/form/FieldRows';
import { texts } from '@/texts/webhooks';
import { PasswordInput } from '@/ui/PasswordInput';
import { isKept, type Pair, pairOf } from './values';

interface PairsFieldProps {
  of: 'headers' | 'secrets';
  pairs: readonly Pair[];
  set: (pairs: Pair[]) => void;
  problem: string | undefined;
  moved: boolean;
}

const wordsOf = (of: PairsFieldProps['of']) =>
  of === 'headers'
    ? {
        name: texts.form.headerName,
        value: texts.form.headerValue,
        add: texts.form.addHeader,
        remove: texts.form.removeHeader,
      }
    : {
        name: texts.form.secretName,
        value: texts.form.secretValue,
        add: texts.form.addSecret,
        remove: texts.form.removeSecret,
      };

/** Headers or secrets: each a name and a value. A secret value that is stored is not shown. */
export function PairsField({ of, pairs, set, problem, moved }: PairsFieldProps) {
  const words = wordsOf(of);
  return (
    <FieldGroup
      legend={texts.form[of]}
      text={of === 'headers' ? texts.form.headersText : texts.form.secretsText}
      problem={problem}
    >
      <FieldRows
        rows={pairs}
        set={set}
        withNew={() => [...pairs, pairOf({ secret: of === 'secrets' })]}
        words={{
          add: words.add,
          remove: ({ name }) => words.remove({ name: name.trim() || texts.form.unnamed }),
        }}
      >
        {(pair, change) => (
          <>
            <TextInput
              {...CODE}
              label={words.name}
              value={pair.name}
              onChange={event => change({ name: event.currentTarget.value })}
            />
            <Value
              label={words.value}
              pair={pair}
              kept={isKept(pair, moved)}
              set={value => change({ value })}
            />
            {of === 'headers' && (
              <Checkbox
                label={texts.form.headerSecret}
                checked={pair.secret}
                onChange={event => change({ secret: event.currentTarget.checked })}
              />
            )}
          </>
        )}
      </FieldRows>
    </FieldGroup>
  );
}

interface ValueProps {
  label: string;
  pair: Pair;
  kept: boolean;
  set: (value: string) => void;
}

function Value({ label, pair: { value, secret }, kept, set }: ValueProps) {
  if (!secret)
    return (
      <TextInput {...CODE} label={label} value={value} onChange={event => set(event.currentTarget.value)} />
    );
  return (
    <PasswordInput
      label={label}
      description={kept ? texts.form.stored : null}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      onChange={event => set(event.currentTarget.value)}
      autoComplete="new-password"
      dir="ltr"
      show={texts.form.show}
    />
  );
}
