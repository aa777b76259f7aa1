import type { DescribedSignInProvider, WantedSignInProvider } from '@/generated/api';
import type { SignInProviderKind } from '@/generated/types';
import { useCheckedForm } from '@/shell/form/useCheckedForm';
import { problemsOf, refused } from './problems';
import { newValues, valuesOf, wantedOf, withKind } from './values';

interface Options {
  /** The provider to change; null for a new one. */
  before: DescribedSignInProvider | null;
  /** The place of a new one on the sign-in page. */
  order: number;
  send: (wanted: WantedSignInProvider) => Promise<void>;
}

/** The form of a provider. */
export function useProviderForm({ before, order, send }: Options) {
  const isNew = before === null;
  const form = useCheckedForm({
    before,
    initial: seen => (seen ? valuesOf(seen) : newValues('oidc', order)),
    check: problemsOf,
    send: values => send(wantedOf(values, isNew)),
    refused,
  });
  return {
    ...form,
    choose: (kind: SignInProviderKind) => form.change(latest => withKind(latest, kind, isNew)),
  };
}
