import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';
import { forgetSetupToken, setupToken } from '@/lib/setupToken';
import { forgetTyped } from '@/lib/typed';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts as authTexts } from '@/texts/auth';
import { notify } from '@/ui/notify';
import { LinkSheet } from './LinkSheet';
import { OneUseLinkPage } from './OneUseLinkPage';
import { SetupForm } from './SetupForm';

/** It is used up, or does not work. */
function forgetSetup(): void {
  forgetSetupToken();
  forgetTyped('setup');
}

/** Opened with the link that the server has printed. */
export function SetupPage() {
  const [token] = useState(setupToken);
  const router = useRouter();
  // going back from there would lead to a link that is used up
  const toLogin = () => void router.navigate({ to: pathnameOf('login'), replace: true });
  if (token !== null) return <OpenedSetupPage token={token} toLogin={toLogin} />;
  return (
    <LinkSheet title={authTexts.setup.missingTitle} lead={authTexts.setup.missing}>
      <Button onClick={toLogin}>{authTexts.setup.toLogin}</Button>
    </LinkSheet>
  );
}

function OpenedSetupPage({ token, toLogin }: { token: string; toLogin: () => void }) {
  const { api, session } = useEngine();
  const check = useCallback(() => calls.getSetup(api, { token }), [api, token]);
  return (
    <OneUseLinkPage
      title={titleOf('setup')}
      check={check}
      forget={forgetSetup}
      gone={{ title: authTexts.setup.expiredTitle, text: authTexts.setup.expired }}
      toLogin={toLogin}
      lead={() => authTexts.setup.lead}
    >
      {(_, lose) => (
        <SetupForm
          token={token}
          gone={lose}
          done={() => {
            forgetSetup();
            session.set(info => info && { ...info, setup_needed: false });
            notify({ text: authTexts.setup.done, severity: 'info' });
            toLogin();
          }}
        />
      )}
    </OneUseLinkPage>
  );
}
