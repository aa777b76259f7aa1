import type { ReactNode } from 'react';
import type { useFields } from '@/lib/useFields';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { PasswordInput } from '@/ui/PasswordInput';

interface NewPasswordFieldsProps {
  form: Pick<ReturnType<typeof useFields<{ password: string; repeat: string }>>, 'problems' | 'text'>;
  /** What the server says of the password. */
  refused: ReactNode;
  autoFocus?: boolean;
}

/** The first password of an account, typed twice. */
export function NewPasswordFields({ form, refused, autoFocus }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordInput
        {...form.text('password')}
        error={form.problems.password ?? refused}
        label={authTexts.setup.password}
        description={authTexts.password.rule}
        // there is nothing else to do on this page
        autoFocus={autoFocus}
        autoComplete="new-password"
        show={texts.login.showPassword}
        size="md"
      />
      <PasswordInput
        {...form.text('repeat')}
        label={authTexts.setup.repeat}
        autoComplete="new-password"
        show={`${texts.login.showPassword}: ${authTexts.setup.repeat}`}
        size="md"
      />
    </>
  );
}

/** The checks of these fields that need no server. */
export const newPasswordChecks = {
  password: (value: string) => (value ? null : texts.login.passwordMissing),
  repeat: (value: string, values: { password: string }) =>
    value === values.password ? null : authTexts.password.differs,
};
