import { NativeSelect } from '@mantine/core';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { PackageType } from '@/generated/types';
import { useRepositories } from '@/shell/useRepositories';
import { texts } from '@/texts/repositories';
import { Button } from '@/ui/Button';
import css from './repositories.module.css';

interface MembersFieldProps {
  /** The kind of packages of the virtual repository. */
  type: PackageType;
  /** The keys of its members, in the order in which they are asked. */
  members: readonly string[];
  /** The key of the member that takes uploads; empty for none. */
  deploysTo: string;
  change: (to: { members: string[]; deploysTo: string }) => void;
  error?: string | null;
}

/** The repositories that a virtual one joins, and the one of them that takes uploads. */
export function MembersField({ type, members, deploysTo, change, error }: MembersFieldProps) {
  const all = useRepositories().data?.repositories ?? [];
  const candidates = all.filter(one => one.package_type === type && one.class !== 'virtual');
  const left = candidates.filter(one => !members.includes(one.key));
  const local = candidates.filter(one => one.class === 'local' && members.includes(one.key));
  const set = (keys: string[]) =>
    change({ members: keys, deploysTo: keys.includes(deploysTo) ? deploysTo : '' });
  const moveUp = (at: number) => {
    const keys = [...members];
    keys.splice(at - 1, 0, ...keys.splice(at, 1));
    set(keys);
  };
  return (
    <>
      <fieldset className={css.members}>
        <legend>{texts.members}</legend>
        <p className={css.text}>{texts.membersText}</p>
        {members.length > 0 && (
          <ol>
            {members.map((key, at) => (
              <li key={key}>
                <code dir="ltr">{key}</code>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={texts.moveUp({ name: key })}
                  disabled={at === 0}
                  onClick={() => moveUp(at)}
                >
                  <IconArrowUp size={16} aria-hidden="true" />
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={texts.removeMember({ name: key })}
                  onClick={() => set(members.filter(one => one !== key))}
                >
                  <IconX size={16} aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ol>
        )}
        <NativeSelect
          aria-label={texts.addMember}
          value=""
          error={error}
          disabled={left.length === 0}
          onChange={event => set([...members, event.currentTarget.value])}
          data={[
            { value: '', label: left.length === 0 ? texts.noMembersLeft : texts.addMember },
            ...left.map(one => ({ value: one.key, label: one.key })),
          ]}
        />
      </fieldset>
      <NativeSelect
        label={texts.deploysTo}
        description={texts.deploysToText}
        value={deploysTo}
        onChange={event => change({ members: [...members], deploysTo: event.currentTarget.value })}
        data={[
          { value: '', label: texts.noDeployment },
          ...local.map(one => ({ value: one.key, label: one.key })),
        ]}
      />
    </>
  );
}
