import type { DescribedUserDirectory, WantedUserDirectory } from '@/generated/api';
import { useCheckedForm } from '@/shell/form/useCheckedForm';
import { problemsOf, refused } from './problems';
import { newValues, type Preset, valuesOf, wantedOf, withPreset } from './values';

interface Options {
  /** The directory to change; null for a new one. */
  before: DescribedUserDirectory | null;
  /** The place of a new one. */
  order: number;
  send: (wanted: WantedUserDirectory) => Promise<void>;
}

/** The form of a directory. */
export function useDirectoryForm({ before, order, send }: Options) {
  const isNew = before === null;
  const form = useCheckedForm({
    before,
    initial: seen => (seen ? valuesOf(seen) : newValues(order)),
    check: problemsOf,
    send: values => send(wantedOf(values, isNew)),
    refused: (error, values) => refused(error, values.preset === 'crowd'),
  });
  return {
    ...form,
    choose: (preset: Preset) => form.change(latest => withPreset(latest, preset)),
  };
}
