import { useEffect, useId, useRef } from 'react';
import type { RegisteredApplication } from '@/generated/api';
import { useDraft } from '@/lib/drafts';
import { texts } from '@/texts/applications';
import { Button } from '@/ui/Button';
import { CopyButton } from '@/ui/CopyButton';
import { Notice } from '@/ui/Notice';
import css from './applications.module.css';

interface CredentialsProps {
  registered: RegisteredApplication;
  done: () => void;
}

/** What an application is set up with. Nothing else has the secret: it is gone with its page (APP-01). */
export function Credentials({ registered: { application, secret }, done }: CredentialsProps) {
  const words = texts.credentials;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // the button that was pressed is gone, and the focus must not be lost with it; a choice of language keeps its own
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  useDraft(true);
  return (
    <section className={css.credentials} aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {words.title({ name: application.name })}
      </h2>
      <Notice kind="slow">{words.warning}</Notice>
      <dl className={css.values}>
        <Credential name={words.id} value={application.id} copy={words.copyId} />
        <Credential name={words.secret} value={secret} copy={words.copySecret} />
        <Credential name={words.address} value={application.platform_base_url} copy={words.copyAddress} />
      </dl>
      {application.kind === 'device' && <Notice kind="info">{words.device}</Notice>}
      <div className={css.acts}>
        <Button onClick={done}>{words.done}</Button>
      </div>
    </section>
  );
}

function Credential({ name, value, copy }: { name: string; value: string; copy: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code dir="ltr">{value}</code>
        <CopyButton value={value}>{copy}</CopyButton>
      </dd>
    </div>
  );
}
