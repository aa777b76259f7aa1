import { Button } from '@mantine/core';
import type { OauthProvider } from '@/generated/api';
import { texts } from '@/texts/signIn';
import css from '@/ui/auth.module.css';
import { ProviderButtons } from './lazySso';

interface ProviderSignInProps {
  /** The provider of the operator's configuration. */
  link: string | null;
  providers: readonly OauthProvider[];
  remember: boolean;
  /** Shows the form for name and password, where that is behind this; null where it is beside it. */
  showForm: (() => void) | null;
}

/** Signing in with a provider: beside the form, or in its place (LOGIN-08, SSO-01). */
export function ProviderSignIn({ link, providers, remember, showForm }: ProviderSignInProps) {
  const isFirst = showForm !== null;
  return (
    <>
      {!isFirst && <p className={css.or}>{texts.or}</p>}
      <div className={css.form}>
        {link && (
          <Button component="a" href={link} variant={isFirst ? 'filled' : 'default'} size="md" fullWidth>
            {texts.provider}
          </Button>
        )}
        {providers.length > 0 && (
          <ProviderButtons providers={providers} remember={remember} isFirst={isFirst} />
        )}
        {showForm && (
          <Button variant="subtle" size="md" fullWidth onClick={showForm}>
            {texts.useForm}
          </Button>
        )}
      </div>
    </>
  );
}
