import '@mantine/core/styles/PasswordInput.layer.css';
import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useRowFocus } from '@/lib/useRowFocus';
import { CODE } from '@/shell/form/code';
import { texts } from '@/texts/webhooks';
import { Button } from '@/ui/Button';
import { Group } from './fields';
import { isKept, type Pair, pairOf } from './values';
import css from './webhooks.module.css';

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

/** The parts of a row that get the focus. */
const FIELD = 'input';
const REMOVE = ':scope > button';

/** Headers or secrets: each a name and a value. A secret value that is stored is not shown. */
export function PairsField({ of, pairs, set, problem, moved }: PairsFieldProps) {
  const words = wordsOf(of);
  const { list, adder, focusNext } = useRowFocus(pairs);
  const change = (id: number, changes: Partial<Pair>) =>
    set(pairs.map(pair => (pair.id === id ? { ...pair, ...changes } : pair)));
  const add = () => {
    focusNext(pairs.length, FIELD);
    set([...pairs, pairOf({ secret: of === 'secrets' })]);
  };
  const remove = (row: number) => {
    focusNext(row, REMOVE);
    set(pairs.filter((_, index) => index !== row));
  };
  return (
    <Group
      legend={texts.form[of]}
      text={of === 'headers' ? texts.form.headersText : texts.form.secretsText}
      problem={problem}
    >
      {pairs.length > 0 && (
        <ul ref={list} className={css.pairs}>
          {pairs.map((pair, row) => (
            <li key={pair.id}>
              <TextInput
                {...CODE}
                className={css.value}
                label={words.name}
                value={pair.name}
                onChange={event => change(pair.id, { name: event.currentTarget.value })}
              />
              <Value
                label={words.value}
                pair={pair}
                kept={isKept(pair, moved)}
                set={value => change(pair.id, { value })}
              />
              {of === 'headers' && (
                <Checkbox
                  label={texts.form.headerSecret}
                  checked={pair.secret}
                  onChange={event => change(pair.id, { secret: event.currentTarget.checked })}
                />
              )}
              <Button
                className={css.remove}
                size="compact-sm"
                variant="subtle"
                aria-label={words.remove({ name: pair.name.trim() || texts.form.unnamed })}
                onClick={() => remove(row)}
              >
                <IconX size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button ref={adder} size="compact-sm" variant="default" onClick={add}>
        {words.add}
      </Button>
    </Group>
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
      <TextInput
        {...CODE}
        className={css.value}
        label={label}
        value={value}
        onChange={event => set(event.currentTarget.value)}
      />
    );
  return (
    <PasswordInput
      className={css.value}
      label={label}
      description={kept ? texts.form.stored : null}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      onChange={event => set(event.currentTarget.value)}
      autoComplete="new-password"
      dir="ltr"
      visibilityToggleButtonProps={{ 'aria-label': texts.form.show, tabIndex: 0 }}
    />
  );
}
