import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Checkbox, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import type { PermissionAction } from '@/generated/types';
import { texts as people } from '@/texts/people';
import { texts as permissions } from '@/texts/permissions';
import { texts } from '@/texts/tokens';
import { Segments } from '@/ui/Segments';
import type { TokenValues } from './newToken';
import css from './TokenFields.module.css';
import { useReadableRepositories } from './useRepositories';

/** How long a token can work, in days. */
const DAYS = [1, 7, 30, 90, 366];
const ACTIONS = Object.keys(permissions.actions) as PermissionAction[];

interface TokenFieldsProps {
  values: TokenValues;
  set: (changes: Partial<TokenValues>) => void;
  /** What is wrong with the actions. */
  problem: string | null;
  /** Whether it can be one for provisioning: only administrators make these. */
  canProvision?: boolean;
}

/** What a new token is for, how long it works, and what it can be used for (PERM-03). */
export function TokenFields({ values, set, problem, canProvision = false }: TokenFieldsProps) {
  const { description, days, limited, provisions, actions } = values;
  const uses = canProvision ? (['all', 'some', 'provisions'] as const) : (['all', 'some'] as const);
  const words = people.profile.api;
  return (
    <>
      <TextInput
        label={words.description}
        value={description}
        onChange={event => set({ description: event.currentTarget.value })}
        autoComplete="off"
        maxLength={200}
      />
      <NativeSelect
        label={words.days}
        value={String(days)}
        onChange={event => set({ days: Number(event.currentTarget.value) })}
        data={DAYS.map(count => ({ value: String(count), label: words.daysOf({ count }) }))}
      />
      <div className={css.scope}>
        <span className={css.title}>{texts.scope.title}</span>
        <Segments
          label={texts.scope.title}
          value={provisions ? 'provisions' : limited ? 'some' : 'all'}
          options={uses.map(value => ({ value, label: texts.scope[value] }))}
          choose={chosen => set({ limited: chosen === 'some', provisions: chosen === 'provisions' })}
          className={css.choice}
        />
        {provisions && <p className={css.text}>{texts.scope.provisionsText}</p>}
        {limited && (
          <>
            <p className={css.text}>{texts.scope.text}</p>
            <Checkbox.Group
              label={texts.scope.actions}
              value={actions}
              onChange={chosen => set({ actions: ACTIONS.filter(action => chosen.includes(action)) })}
              error={problem}
              // it does not mark its boxes
              data-invalid={problem !== null || undefined}
            >
              <div className={css.actions}>
                {ACTIONS.map(action => (
                  <Checkbox key={action} value={action} label={permissions.actions[action]} />
                ))}
              </div>
            </Checkbox.Group>
            <Repositories values={values} set={set} />
          </>
        )}
      </div>
    </>
  );
}

/** The repositories of the scope, among those that the user may read. */
function Repositories({ values, set }: Pick<TokenFieldsProps, 'values' | 'set'>) {
  const query = useReadableRepositories();
  const keys = query.data?.repositories.map(({ key }) => key) ?? [];
  return (
    <MultiSelect
      label={texts.scope.repositories}
      description={texts.scope.repositoriesText}
      // what was chosen stays, also where it can no longer be read
      data={[...new Set([...keys, ...values.repositories])]}
      value={values.repositories}
      onChange={repositories => set({ repositories })}
      searchable
      clearable={false}
      hidePickedOptions
      classNames={{ inputField: css.inner ?? '' }}
      maxDropdownHeight={220}
    />
  );
}
