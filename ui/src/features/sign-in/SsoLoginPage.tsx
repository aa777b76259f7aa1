import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { OauthProvider } from '@/generated/api';
import * as calls from '@/generated/calls';
import { failureText } from '@/shell/answers';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/sso';
import css from '@/ui/auth.module.css';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { beginAddress } from './beginAddress';
import { LinkSheet } from './LinkSheet';
import { ProviderButtons } from './ProviderButtons';
import { useAuthRedirect } from './useAuthRedirect';

/** The provider with this name, or the only one of this kind. */
function meant(providers: readonly OauthProvider[], wanted: string): OauthProvider | null {
  const named = providers.find(({ name }) => name === wanted);
  const [first, ...others] = providers.filter(({ type }) => type === wanted);
  return named ?? (others.length === 0 ? (first ?? null) : null);
}

/** Leads to the provider that the address names; where it names none of them, all are offered (SSO-01). */
export function SsoLoginPage() {
  useAuthRedirect('login');
  const { ssoLoginType, type } = useParams({ strict: false }) as { ssoLoginType?: string; type?: string };
  const { providers, error, retry } = useAll();
  if (error !== null)
    return (
      <LinkSheet title={titleOf('sso-login')}>
        <div className={css.form}>
          <Notice kind="bad">{failureText(error, texts.notLoaded)}</Notice>
          <Button onClick={retry}>{shellTexts.system.retry}</Button>
          <ToForm />
        </div>
      </LinkSheet>
    );
  if (providers === null)
    return (
      <LinkSheet title={titleOf('sso-login')}>
        <Wait>{texts.leading}</Wait>
      </LinkSheet>
    );
  const wanted = ssoLoginType ?? type ?? '';
  const provider = meant(providers, wanted);
  return provider ? (
    <Leading key={provider.name} to={provider} />
  ) : (
    <Choice providers={providers} isKind={providers.some(one => one.type === wanted)} />
  );
}

/** The providers; null while they are loaded. */
function useAll() {
  const { api } = useEngine();
  const [providers, setProviders] = useState<readonly OauthProvider[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (providers === null && error === null) calls.getAuthOauthProviders(api).then(setProviders, setError);
  }, [api, providers, error]);
  return { providers, error, retry: () => setError(null) };
}

function useRemember(): boolean {
  return useAtom(useEngine().session)?.sign_in.can_remember_me ?? true;
}

function Leading({ to }: { to: OauthProvider }) {
  const address = beginAddress(to.url, useRemember());
  // Back leads to the page before this one, which would only lead there again
  useEffect(() => window.location.replace(address), [address]);
  return (
    <LinkSheet title={titleOf('sso-login')}>
      <div className={css.form}>
        <Wait>{texts.leading}</Wait>
        <Button component="a" href={address} size="md" fullWidth>
          {texts.continue}
        </Button>
        <ToForm />
      </div>
    </LinkSheet>
  );
}

interface ChoiceProps {
  providers: readonly OauthProvider[];
  /** Whether the address names a kind that several are of. */
  isKind: boolean;
}

function Choice({ providers, isKind }: ChoiceProps) {
  const remember = useRemember();
  const title = isKind ? titleOf('sso-login') : texts.unknownTitle;
  return (
    <LinkSheet title={title} lead={isKind ? texts.several : texts.unknown}>
      <div className={css.form}>
        {providers.length > 0 && <ProviderButtons providers={providers} remember={remember} />}
        <ToForm />
      </div>
    </LinkSheet>
  );
}

function ToForm() {
  return (
    <Link to={pathnameOf('login')} search={{ form: 'true' }}>
      {texts.toForm}
    </Link>
  );
}
