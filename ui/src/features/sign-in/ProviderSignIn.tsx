import { Button, Divider } from '@mantine/core';
import { texts } from '@/texts/auth';
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
      {texts.page.provider}
    </Button>
  );
  if (!showForm)
    return (
      <>
        <Divider label={texts.page.or} my={14} />
        {provider}
      </>
    );
  return (
    <div className={css.form}>
      {provider}
      <Button variant="subtle" size="md" fullWidth onClick={showForm}>
        {texts.page.useForm}
      </Button>
    </div>
  );
}
