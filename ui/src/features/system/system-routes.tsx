import { Button } from '@mantine/core';
import { useMatches, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMachine } from '@/engine/useMachine';
import type { RouteName } from '@/generated/types';
import { pageAddress } from '@/lib/basePath';
import { pathnameOf, pathOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/common';
import { texts as systemTexts } from '@/texts/system';
import { CopyButton } from '@/ui/CopyButton';
import { PageTitle } from '@/ui/PageTitle';
import { RouteSearch } from './RouteSearch';
import css from './system-routes.module.css';

interface SystemPageProps {
  route: RouteName;
  code?: string;
  text: string;
  children?: ReactNode;
  /** Shown beside the links back and to the start page. */
  way?: ReactNode;
}

function SystemPage({ route, code, text, children, way }: SystemPageProps) {
  const router = useRouter();
  const login = useMachine('login');
  // a user who is not signed in has no other start page
  const home: RouteName = login.matches('signed_in') ? 'root' : 'login';
  return (
    <div className={css.page}>
      {code && <p className={`${css.code} wb-mono`}>{code}</p>}
      <PageTitle className={css.title}>{titleOf(route)}</PageTitle>
      <p className={css.text}>{text}</p>
      {children}
      <div className={css.ways}>
        <Button variant="default" onClick={() => void router.navigate({ to: pathnameOf(home) })}>
          {home === 'root' ? texts.system.home : titleOf('login')}
        </Button>
        {way}
      </div>
    </div>
  );
}

/** The address that was requested, as the server read it. */
function useRequestedPath(): string | null {
  const { state } = useMachine('navigation');
  if (state?.state !== 'settled') return null;
  const { wanted } = state.decision;
  return wanted.route === 'notFound' ? null : pageAddress(pathOf(wanted));
}

export function NotFoundPage() {
  const wanted = useRequestedPath();
  const login = useMachine('login');
  return (
    <SystemPage route="notFound" code="404" text={texts.system.notFound}>
      {wanted && (
        <p className={css.fact}>
          {systemTexts.notFound.asked}{' '}
          <code className="wb-mono" dir="ltr">
            {wanted}
          </code>
        </p>
      )}
      {login.state?.state === 'signed_in' && <RouteSearch admin={login.state.admin} />}
    </SystemPage>
  );
}

export function NotAcceptablePage() {
  const id = useMatches({
    select: matches => {
      const params: Readonly<Record<string, string | undefined>> = matches.at(-1)?.params ?? {};
      return params.requestId ?? '';
    },
  });
  return (
    <SystemPage route="notAcceptable" code="406" text={systemTexts.notAcceptable.text}>
      {id && (
        <p className={css.fact}>
          {systemTexts.notAcceptable.id}{' '}
          <code className="wb-mono" dir="ltr">
            {id}
          </code>{' '}
          <CopyButton value={id}>{systemTexts.notAcceptable.copy}</CopyButton>
        </p>
      )}
    </SystemPage>
  );
}

/** The guards behind which a page is switched off for all users. */
const SWITCHED_OFF: readonly string[] = ['feature_unsupported', 'menu_item_hidden'];

/** What the reader can do about it: an administrator need not ask one. */
function useHint(): string {
  const { state } = useMachine('navigation');
  const login = useMachine('login');
  const isAdmin = login.state?.state === 'signed_in' && login.state.admin;
  const guard = state?.state === 'settled' ? state.decision.hops.at(-1)?.guard : undefined;
  const { off, offAdmin, otherAdmin, hint } = systemTexts.authorization;
  if (guard !== undefined && SWITCHED_OFF.includes(guard)) return isAdmin ? offAdmin : off;
  return isAdmin ? otherAdmin : hint;
}

export function NotAuthorizedPage() {
  const router = useRouter();
  const login = useMachine('login');
  const hint = useHint();
  const goBack = () => router.history.back();
  return (
    <SystemPage
      route="authorization"
      text={texts.system.notAuthorized}
      way={
        login.matches('signed_in') &&
        router.history.length > 1 && (
          <Button variant="default" onClick={goBack}>
            {systemTexts.back}
          </Button>
        )
      }
    >
      <p className={css.text}>{hint}</p>
    </SystemPage>
  );
}

export function ServerErrorPage() {
  const router = useRouter();
  return (
    <SystemPage
      route="serverError"
      code="500"
      text={texts.system.faultText}
      way={
        router.history.length > 1 && (
          <Button variant="default" onClick={() => router.history.back()}>
            {systemTexts.serverError.again}
          </Button>
        )
      }
    />
  );
}
