import { TextInput } from '@mantine/core';
import { FieldGroup } from '@/shell/form/FieldGroup';
import { FieldRows } from '@/shell/form/FieldRows';
import { texts } from '@/texts/releaseBundles';
import { isIncomplete, type WantedBuild, withRow } from './creation';

interface BuildRowsProps {
  builds: readonly WantedBuild[];
  text: string;
  problem: string | undefined;
  set: (builds: readonly WantedBuild[]) => void;
}

/** The builds whose files a bundle gets. */
export function BuildRows({ builds, text, problem, set }: BuildRowsProps) {
  const isMissing = (value: string) => problem !== undefined && value.trim() === '';
  return (
    <FieldGroup
      legend={texts.create.builds}
      text={text}
      problem={problem}
      isOfField={builds.some(isIncomplete)}
    >
      <FieldRows
        rows={builds}
        set={set}
        withNew={() => withRow(builds)}
        words={{
          add: texts.create.add,
          remove: ({ name }) => texts.create.remove({ name: name.trim() || texts.create.unnamed }),
        }}
      >
        {({ name, number }, change) => (
          <>
            <TextInput
              label={texts.create.build}
              value={name}
              onChange={event => change({ name: event.currentTarget.value })}
              error={isMissing(name)}
              autoComplete="off"
              spellCheck={false}
              dir="auto"
            />
            <TextInput
              label={texts.create.number}
              value={number}
              onChange={event => change({ number: event.currentTarget.value })}
              error={isMissing(number)}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
            />
          </>
        )}
      </FieldRows>
    </FieldGroup>
  );
}
