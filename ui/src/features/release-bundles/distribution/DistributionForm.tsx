import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ReleaseBundleRow } from '@/generated/api';
import type { DistributionKind } from '@/generated/types';
import { refusalText } from '@/shell/answers';
import { texts } from '@/texts/distribution';
import { Button } from '@/ui/Button';
import { Confirmation, useFocusAfter } from '@/ui/ConfirmButton';
import { Notice } from '@/ui/Notice';
import css from '../release-bundles.module.css';
import { TargetChoice } from './TargetChoice';
import { useDistribution } from './useDistribution';

interface DistributionFormProps {
  bundle: ReleaseBundleRow;
  kind: DistributionKind;
  /** The targets that are chosen at first. */
  targets: readonly string[];
  close: () => void;
}

/** Distributes a bundle to targets after it was shown what that sends, or removes it from them after a question. */
export function DistributionForm({ bundle, kind, targets, close }: DistributionFormProps) {
  const { values, set, preview, problem, words, form, busy, isHeld, asks, keep, confirm, submit } =
    useDistribution({ bundle, kind, targets }, close);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const submitter = useFocusAfter(asks);
  // the button that opened the form is gone
  useEffect(() => heading.current?.focus(), []);
  const { name, version } = bundle;
  return (
    <form
      ref={form}
      className={css.promotion}
      aria-labelledby={id}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!isHeld) submit();
      }}
    >
      <div>
        <h4 id={id} ref={heading} className={css.heading} tabIndex={-1}>
          {texts.formTitle[kind]}
        </h4>
        <p className={css.text}>{texts.formLead[kind]}</p>
      </div>
      {words !== null && <Notice kind="bad">{words}</Notice>}
      <TargetChoice chosen={values.targets} problem={problem} choose={chosen => set({ targets: chosen })} />
      {kind === 'distribute' && (
        <>
          <Checkbox
            label={texts.creates}
            checked={values.creates}
            onChange={event => set({ creates: event.currentTarget.checked })}
          />
          <div aria-live="polite" aria-busy={preview.isFetching}>
            <Preview of={preview} targets={values.targets} />
          </div>
        </>
      )}
      {asks ? (
        <Confirmation
          words={{
            title: texts.removeQuestion({ name, version, targets: values.targets.join(', ') }),
            yes: texts.submit.remove,
            no: texts.keep,
          }}
          busy={busy}
          confirm={confirm}
          keep={keep}
        >
          {texts.removeText}
        </Confirmation>
      ) : (
        <div className={css.acts}>
          <Button ref={submitter} type="submit" size="sm" loading={busy} disabled={isHeld}>
            {texts.submit[kind]}
          </Button>
          {preview.isError && (
            <Button
              size="sm"
              variant="default"
              loading={preview.isFetching}
              onClick={() => void preview.refetch()}
            >
              {texts.again}
            </Button>
          )}
          <Button size="sm" variant="default" disabled={busy} onClick={close}>
            {texts.form.cancel}
          </Button>
        </div>
      )}
    </form>
  );
}

interface PreviewProps {
  of: ReturnType<typeof useDistribution>['preview'];
  targets: readonly string[];
}

/** What the distribution would send, or why it cannot be done. */
function Preview({ of: { data, error, isFetching }, targets }: PreviewProps) {
  if (isFetching) return <p className={css.text}>{texts.checking}</p>;
  if (error) return <p className={css.problem}>{refusalText(error, texts.failed)}</p>;
  if (!data) return null;
  return <p className={css.text}>{texts.preview({ count: data.files, targets: targets.join(', ') })}</p>;
}
