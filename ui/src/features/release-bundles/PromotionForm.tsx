import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, NativeSelect } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ReleaseBundleRow } from '@/generated/api';
import { failureText, refusalText } from '@/shell/answers';
import { texts } from '@/texts/releaseBundles';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import css from './release-bundles.module.css';
import { useEnvironments, usePromotion, useTargets } from './usePromotion';

interface PromotionFormProps {
  bundle: ReleaseBundleRow;
  close: () => void;
}

/** Promotes a bundle to an environment, after it was shown what that copies to where. */
export function PromotionForm({ bundle, close }: PromotionFormProps) {
  const { values, set, choose, preview, problem, words, form, busy, isHeld, send } = usePromotion(
    bundle,
    close,
  );
  const heading = useId();
  return (
    <form
      ref={form}
      className={css.promotion}
      aria-labelledby={heading}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!isHeld) void send();
      }}
    >
      <div>
        <h3 id={heading} className={css.heading}>
          {texts.promote.title}
        </h3>
        <p className={css.text}>{texts.promote.lead}</p>
      </div>
      {words !== null && <Notice kind="bad">{words}</Notice>}
      <EnvironmentField value={values.environment} choose={choose} problem={problem} />
      {values.environment !== '' && (
        <RepositoryFields
          environment={values.environment}
          included={values.included}
          excluded={values.excluded}
          set={set}
        />
      )}
      <div aria-live="polite" aria-busy={preview.isFetching}>
        {busy ? (
          <Wait>{texts.promote.running({ environment: values.environment })}</Wait>
        ) : (
          <Preview of={preview} />
        )}
      </div>
      <div className={css.acts}>
        <Button type="submit" size="sm" loading={busy} disabled={isHeld}>
          {texts.promote.promote}
        </Button>
        {preview.isError && (
          <Button
            size="sm"
            variant="default"
            loading={preview.isFetching}
            onClick={() => void preview.refetch()}
          >
            {texts.promote.again}
          </Button>
        )}
        <Button size="sm" variant="default" disabled={busy} onClick={close}>
          {texts.promote.cancel}
        </Button>
      </div>
    </form>
  );
}

/** What the promotion would do, or why it cannot be done. */
function Preview({ of: { data, error, isFetching } }: { of: ReturnType<typeof usePromotion>['preview'] }) {
  if (isFetching) return <p className={css.text}>{texts.promote.checking}</p>;
  if (error) return <p className={css.problem}>{refusalText(error, texts.promote.failed)}</p>;
  if (!data) return null;
  const repositories = data.repositories.join(', ');
  return <p className={css.text}>{texts.promote.preview({ count: data.files, repositories })}</p>;
}

interface EnvironmentFieldProps {
  value: string;
  choose: (environment: string) => void;
  problem: string | null;
}

function EnvironmentField({ value, choose, problem }: EnvironmentFieldProps) {
  const field = useRef<HTMLSelectElement>(null);
  const { data, error } = useEnvironments();
  // the button that opened the form is gone
  useEffect(() => field.current?.focus(), []);
  const environments = data?.environments ?? [];
  return (
    <>
      <NativeSelect
        ref={field}
        label={texts.promote.environment}
        value={value}
        onChange={event => choose(event.currentTarget.value)}
        error={problem}
        data={[
          { value: '', label: texts.promote.choose },
          ...environments.map(environment => ({ value: environment, label: environment })),
        ]}
      />
      {error && <Notice kind="bad">{failureText(error, texts.promote.environmentsFailed)}</Notice>}
      {data && environments.length === 0 && <Notice kind="info">{texts.promote.noEnvironments}</Notice>}
    </>
  );
}

interface RepositoryFieldsProps {
  environment: string;
  included: string[];
  excluded: string[];
  set: (changes: { included?: string[]; excluded?: string[] }) => void;
}

/** Which repositories of the environment get the files. */
function RepositoryFields({ environment, included, excluded, set }: RepositoryFieldsProps) {
  const targets = useTargets(environment);
  const common = {
    data: targets,
    searchable: true,
    clearable: false,
    hidePickedOptions: true,
    maxDropdownHeight: 220,
    classNames: { inputField: css.inner ?? '' },
  };
  if (targets.length === 0) return null;
  return (
    <>
      <MultiSelect
        {...common}
        label={texts.promote.included}
        description={texts.promote.includedText}
        value={included}
        onChange={chosen => set({ included: chosen })}
      />
      <MultiSelect
        {...common}
        label={texts.promote.excluded}
        value={excluded}
        onChange={chosen => set({ excluded: chosen })}
      />
    </>
  );
}
