import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';
import { dropPasswordLink, forgetPasswordLink } from '@/lib/passwordLink';
import { pathnameOf } from '@/shell/paths';
import { texts as authTexts } from '@/texts/auth';
import { notify } from '@/ui/notify';
import { ChoosePasswordForm } from './ChoosePasswordForm';
import { OneUseLinkPage } from './OneUseLinkPage';

interface PasswordLinkPageProps {
  token: string;
  title: string;
  /** What the page says when the link does not work, or no longer. */
  gone: string;
  /** How to get another link, where its user can. */
  again?: { text: string; go: () => void };
  /** What the link is for, and whether it sets a password: some users only sign in elsewhere. */
  lead: (values: { name: string }, setsPassword: boolean) => string;
  /** The message once the password is set, by what follows then; null if the page shows that instead. */
  done: (next: string) => string | null;
  /** What is below the form, or instead of it where the link sets no password. */
  children?: (setsPassword: boolean) => ReactNode;
}

/** Leads from the page of a link to the sign-in page, which has no use for the link. */
export function useToLogin(): () => void {
  const router = useRouter();
  return () => void router.navigate({ to: pathnameOf('login'), replace: true }).then(forgetPasswordLink);
}

/** The page of a one-use link with which its user chooses a password: of an invitation, or of a registration. */
export function PasswordLinkPage(props: PasswordLinkPageProps) {
  const { token, title, gone, again, lead, done, children } = props;
  const { api } = useEngine();
  const check = useCallback(() => calls.postAuthPasswordLinkCheck(api, { token }), [api, token]);
  const toLogin = useToLogin();
  return (
    <OneUseLinkPage
      title={title}
      check={check}
      forget={dropPasswordLink}
      gone={{ title: authTexts.invitation.goneTitle, text: gone }}
      {...(again && { again })}
      toLogin={toLogin}
      lead={({ name, sets_password }) => lead({ name: name ?? authTexts.invitation.erased }, sets_password)}
    >
      {({ name, sets_password }, lose) => (
        <>
          {sets_password && (
            <ChoosePasswordForm
              token={token}
              user={name ?? ''}
              gone={lose}
              done={next => {
                const text = done(next);
                if (text === null) return;
                notify({ text, severity: 'info' });
                toLogin();
              }}
            />
          )}
          {children?.(sets_password)}
        </>
      )}
    </OneUseLinkPage>
  );
}
