import { TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId } from 'react';
import { useRowFocus } from '@/lib/useRowFocus';
import { texts } from '@/texts/releaseBundles';
import { Button } from '@/ui/Button';
import { isIncomplete, type WantedBuild, withRow } from './creation';
import css from './release-bundles.module.css';

/** The parts of a row that get the focus. */
const FIELD = 'input';
const REMOVE = ':scope > button';

interface BuildRowsProps {
  builds: readonly WantedBuild[];
  text: string;
  problem: string | undefined;
  set: (builds: readonly WantedBuild[]) => void;
}

/** The builds whose files a bundle gets. */
export function BuildRows({ builds, text, problem, set }: BuildRowsProps) {
  const id = useId();
  const { list, adder, focusNext } = useRowFocus(builds);
  const change = (row: WantedBuild, changes: Partial<WantedBuild>) =>
    set(builds.map(build => (build === row ? { ...build, ...changes } : build)));
  const add = () => {
    focusNext(builds.length, FIELD);
    set(withRow(builds));
  };
  const remove = (row: number) => {
    focusNext(row, REMOVE);
    set(builds.filter((_, index) => index !== row));
  };
  const isMissing = (value: string) => problem !== undefined && value.trim() === '';
  return (
    <fieldset
      className={css.group}
      aria-describedby={problem === undefined ? undefined : id}
      data-invalid={(problem !== undefined && !builds.some(isIncomplete)) || undefined}
    >
      <legend>{texts.create.builds}</legend>
      <p className={css.text}>{text}</p>
      {builds.length > 0 && (
        <ul ref={list} className={css.builds}>
          {builds.map((build, row) => (
            <li key={build.id}>
              <TextInput
                className={css.value ?? ''}
                label={texts.create.build}
                value={build.name}
                onChange={event => change(build, { name: event.currentTarget.value })}
                error={isMissing(build.name)}
                autoComplete="off"
                spellCheck={false}
                dir="auto"
              />
              <TextInput
                className={css.value ?? ''}
                label={texts.create.number}
                value={build.number}
                onChange={event => change(build, { number: event.currentTarget.value })}
                error={isMissing(build.number)}
                autoComplete="off"
                spellCheck={false}
                dir="ltr"
              />
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={texts.create.remove({ name: build.name.trim() || texts.create.unnamed })}
                onClick={() => remove(row)}
              >
                <IconX size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button ref={adder} size="compact-sm" variant="default" onClick={add}>
        {texts.create.add}
      </Button>
      {problem !== undefined && (
        <p className={css.problem} id={id} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
