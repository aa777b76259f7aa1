import { Button } from '@mantine/core';
import { texts } from '@/texts/signIn';
import css from '@/ui/auth.module.css';

interface ProviderSignInProps {
  link: string;
  /** Shows the form for name and password, where that is behind this; null where it is beside it. */
  showForm: (() => void) | null;
}

/** Signing in with the provider: beside the form, or in its place (LOGIN-08). */
export function ProviderSignIn({ link, showForm }: ProviderSignInProps) {
  const provider = (
    <Button component="a" href={link} variant={showForm ? 'filled' : 'default'} size="md" fullWidth>
      {texts.provider}
    </Button>
  );
  if (!showForm)
    return (
      <>
        <p className={css.or}>{texts.or}</p>
        {provider}
      </>
    );
  return (
    <div className={css.form}>
      {provider}
      <Button variant="subtle" size="md" fullWidth onClick={showForm}>
        {texts.useForm}
      </Button>
    </div>
  );
}
