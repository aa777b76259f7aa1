import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { texts } from '@/texts/repositories';

/** Where a remote repository has its files from, as it is typed. */
export interface UpstreamValues {
  url: string;
  user: string;
  password: string;
  offline: boolean;
  priority: boolean;
  fresh: string;
  missing: string;
}

/** What the server refuses of it. */
export interface UpstreamProblems {
  url: string | null;
  password: string | null;
}

export const isSeconds = (typed: string) => /^\d{1,7}$/.test(typed.trim());

interface UpstreamFieldsProps {
  /** Whether there is a password. */
  isKept: boolean;
  values: UpstreamValues;
  problems: UpstreamProblems;
  set: (changes: Partial<UpstreamValues>) => void;
}

/** The settings of the server that a remote repository has its files from. */
export function UpstreamFields({ isKept, values, problems, set }: UpstreamFieldsProps) {
  const seconds = (name: 'fresh' | 'missing') => ({
    value: values[name],
    inputMode: 'numeric' as const,
    error: isSeconds(values[name]) ? null : texts.secondsWrong,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label={texts.upstream}
        description={texts.upstreamText}
        error={problems.url}
        value={values.url}
        onChange={event => set({ url: event.currentTarget.value })}
        type="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <TextInput
        label={texts.upstreamUser}
        description={texts.upstreamUserText}
        value={values.user}
        onChange={event => set({ user: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <TextInput
        label={texts.upstreamPassword}
        description={isKept ? texts.upstreamPasswordKept : texts.upstreamPasswordText}
        error={problems.password}
        value={values.password}
        onChange={event => set({ password: event.currentTarget.value })}
        type="password"
        autoComplete="new-password"
        dir="ltr"
      />
      <Checkbox
        label={texts.offline}
        description={texts.offlineText}
        checked={values.offline}
        onChange={event => set({ offline: event.currentTarget.checked })}
      />
      <Checkbox
        label={texts.priority}
        description={texts.priorityText}
        checked={values.priority}
        onChange={event => set({ priority: event.currentTarget.checked })}
      />
      <TextInput label={texts.fresh} description={texts.freshText} {...seconds('fresh')} />
      <TextInput label={texts.missing} description={texts.missingText} {...seconds('missing')} />
    </>
  );
}
