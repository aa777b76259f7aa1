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
  /** The page stays, and the provider opens beside it. */
  inNewTab?: boolean;
}

/** Signing in with a provider: beside the form, or in its place (LOGIN-08, SSO-01). */
export function ProviderSignIn(props: ProviderSignInProps) {
  const { link, providers, remember, showForm, inNewTab = false } = props;
  const isFirst = showForm !== null;
  return (
    <>
      {!isFirst && <p className={css.or}>{texts.or}</p>}
      <div className={css.form}>
        {link && (
          <Button
            component="a"
            href={link}
            target={inNewTab ? '_blank' : undefined}
            rel={inNewTab ? 'noopener' : undefined}
            variant={isFirst ? 'filled' : 'default'}
            size="md"
            fullWidth
          >
            {texts.provider}
          </Button>
        )}
        {providers.length > 0 && (
          <ProviderButtons providers={providers} remember={remember} isFirst={isFirst} inNewTab={inNewTab} />
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
