import { NativeSelect, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type KeyboardEvent, useId, useState } from 'react';
import { CODE } from '@/shell/form/code';
import { texts } from '@/texts/webhooks';
import { Button } from '@/ui/Button';
import { useNamesLike } from './lists';
import css from './webhooks.module.css';

interface NamesFieldProps {
  label: string;
  text: string | null;
  names: string[];
  set: (names: string[]) => void;
  /** What can be chosen; any name can be entered where it is not given. */
  offered?: readonly string[] | null;
  /** Whose names are suggested while one is entered. */
  suggested?: Kind;
  /** The names that are suggested. */
  suggestions?: readonly string[];
  /** The project whose builds are suggested; null for all. */
  project?: string | null;
}

type Kind = 'builds' | 'release_bundles';

/** Names or patterns, each of which is added to a list and can be removed from it. */
export function NamesField(props: NamesFieldProps) {
  const { label, text, names, set, offered, suggested, suggestions, project = null } = props;
  const add = (name: string) => {
    if (name !== '' && !names.includes(name)) set([...names, name]);
  };
  return (
    <div>
      {offered ? (
        <Offered label={label} left={offered.filter(name => !names.includes(name))} add={add} />
      ) : suggested ? (
        <Suggested label={label} text={text} add={add} kind={suggested} project={project} />
      ) : suggestions ? (
        <Listed label={label} text={text} add={add} names={suggestions} />
      ) : (
        <Entered label={label} text={text} add={add} />
      )}
      {names.length > 0 && (
        <ul className={css.names} aria-label={label}>
          {names.map(name => (
            <li key={name}>
              <code dir="ltr">{name}</code>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={texts.form.removeName({ name })}
                onClick={() => set(names.filter(one => one !== name))}
              >
                <IconX size={14} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Offered({ label, left, add }: { label: string; left: string[]; add: (name: string) => void }) {
  const hint = left.length === 0 ? texts.form.noneLeft : texts.form.addName;
  return (
    <NativeSelect
      label={label}
      value=""
      disabled={left.length === 0}
      onChange={event => add(event.currentTarget.value)}
      data={[{ value: '', label: hint }, ...left.map(name => ({ value: name, label: name }))]}
    />
  );
}

interface EnteredProps {
  label: string;
  text: string | null;
  add: (name: string) => void;
  /** The id of the suggestions. */
  list?: string;
  onTyped?: (typed: string) => void;
}

/** A name with those that exist and have what is typed. */
function Suggested({ kind, project, ...field }: EnteredProps & { kind: Kind; project: string | null }) {
  const [typed, setTyped] = useState('');
  return <Listed {...field} names={useNamesLike(kind, typed, project)} onTyped={setTyped} />;
}

/** A name with the browser's own list of others. */
function Listed({ names, ...field }: EnteredProps & { names: readonly string[] }) {
  const list = useId();
  return (
    <>
      <Entered {...field} list={list} />
      <datalist id={list}>
        {names.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function Entered({ label, text, add, list, onTyped }: EnteredProps) {
  const [typed, setTyped] = useState('');
  const type = (to: string) => {
    setTyped(to);
    onTyped?.(to);
  };
  const take = () => {
    add(typed.trim());
    type('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return;
    event.preventDefault();
    take();
  };
  return (
    <TextInput
      {...CODE}
      {...(list !== undefined && { list })}
      label={label}
      description={text}
      value={typed}
      onChange={event => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      // what is typed and not added would be lost with the next button
      onBlur={take}
    />
  );
}
