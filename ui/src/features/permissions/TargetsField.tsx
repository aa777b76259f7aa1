import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { texts } from '@/texts/permissions';
import { Button } from '@/ui/Button';
import { PatternFields } from './PatternFields';
import css from './permissions.module.css';
import { useRepositories } from './queries';
import { ANY, type Target, targetName } from './values';

interface TargetsFieldProps {
  targets: readonly Target[];
  set: (targets: Target[]) => void;
  error: string | null;
}

/** The repositories of a permission, each with the patterns of its paths. */
export function TargetsField({ targets, set, error }: TargetsFieldProps) {
  const repositories = useRepositories().data?.repositories ?? [];
  const keys = [...Object.values(ANY), ...repositories.map(repository => repository.key)];
  const left = keys.filter(key => !targets.some(target => target.key === key));
  return (
    <fieldset className={css.part}>
      <legend>{texts.targets}</legend>
      <p className={css.text}>{texts.targetsText}</p>
      {targets.length > 0 && (
        <ul className={css.targets} aria-label={texts.targets}>
          {targets.map(target => {
            const { key } = target;
            const name = targetName(key);
            return (
              <li key={key}>
                <div className={css.head}>
                  {name === key ? <code dir="ltr">{key}</code> : <strong>{name}</strong>}
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={texts.removeTarget({ name })}
                    onClick={() => set(targets.filter(target => target.key !== key))}
                  >
                    <IconX size={16} aria-hidden="true" />
                  </Button>
                </div>
                <PatternFields
                  target={target}
                  name={name}
                  placeholder="**"
                  set={changed => set(targets.map(one => (one.key === key ? changed : one)))}
                />
              </li>
            );
          })}
        </ul>
      )}
      <NativeSelect
        aria-label={texts.addTarget}
        description={targets.length > 0 ? texts.includesText : null}
        value=""
        error={error}
        disabled={left.length === 0}
        onChange={event =>
          set([...targets, { key: event.currentTarget.value, includes: '**', excludes: '' }])
        }
        data={[
          { value: '', label: left.length === 0 ? texts.noTargetsLeft : texts.addTarget },
          ...left.map(key => ({ value: key, label: targetName(key) })),
        ]}
      />
    </fieldset>
  );
}
