import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { calls } from '@/generated/api';
import type { Timestamp } from '@/generated/types';
import { setupToken } from '@/lib/setupToken';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { dayTime } from '@/texts/time';
import css from '@/ui/auth.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { SetupForm } from './SetupForm';

type Link =
  | { state: 'missing' }
  | { state: 'checking'; token: string }
  | { state: 'valid'; token: string; until: Timestamp }
  | { state: 'expired' }
  | { state: 'failed'; token: string; error: ApiError };

function firstLink(): Link {
  const token = setupToken();
  return token === null ? { state: 'missing' } : { state: 'checking', token };
}

export function SetupPage() {
  const { api, session } = useEngine();
  const router = useRouter();
  const [link, setLink] = useState<Link>(firstLink);
  const checking = link.state === 'checking' ? link.token : null;
  useEffect(() => {
    if (checking === null) return;
    calls.getSetup(api, { token: checking }).then(
      ({ until }) => setLink({ state: 'valid', token: checking, until }),
      error => {
        if (!(error instanceof ApiError)) throw error;
        const gone = error.status === 410 || error.status === 404;
        setLink(gone ? { state: 'expired' } : { state: 'failed', token: checking, error });
      },
    );
  }, [api, checking]);

  const toLogin = () => void router.navigate({ to: pathnameOf('login') });
  switch (link.state) {
    case 'checking':
      return (
        <Sheet title={titleOf('setup')}>
          <Wait>{authTexts.setup.checking}</Wait>
        </Sheet>
      );
    case 'valid':
      return (
        <Sheet title={titleOf('setup')} lead={authTexts.setup.lead}>
          <SetupForm
            token={link.token}
            gone={() => setLink({ state: 'expired' })}
            done={() => {
              session.set(info => info && { ...info, setup_needed: false });
              notify({ text: authTexts.setup.done, severity: 'info' });
              toLogin();
            }}
          />
          <p className="wb-muted" style={{ margin: '12px 0 0', fontSize: 'var(--wb-size-s)' }}>
            {authTexts.setup.until({ time: dayTime(link.until) })}
          </p>
        </Sheet>
      );
    case 'failed':
      return (
        <Sheet title={titleOf('setup')}>
          <div className={css.form}>
            <Notice kind="bad">{noticeText(link.error.code, link.error.message, texts.failed)}</Notice>
            <Button onClick={() => setLink({ state: 'checking', token: link.token })}>
              {texts.system.retry}
            </Button>
          </div>
        </Sheet>
      );
    case 'expired':
    case 'missing': {
      const gone = link.state === 'expired';
      return (
        <Sheet
          title={gone ? authTexts.setup.expiredTitle : authTexts.setup.missingTitle}
          lead={gone ? authTexts.setup.expired : authTexts.setup.missing}
        >
          <Button onClick={toLogin}>{authTexts.setup.toLogin}</Button>
        </Sheet>
      );
    }
  }
}

interface SheetProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

function Sheet({ title, lead, children }: SheetProps) {
  return (
    <>
      <PageTitle className={css.title}>{title}</PageTitle>
      {lead && <p className={css.lead}>{lead}</p>}
      {children}
    </>
  );
}
