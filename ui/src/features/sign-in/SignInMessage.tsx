import '@mantine/core/styles/CloseButton.layer.css';
import { CloseButton } from '@mantine/core';
import { useState } from 'react';
import { browserStorage } from '@/lib/storage';
import { texts } from '@/texts/signIn';
import css from '@/ui/auth.module.css';
import { Notice } from '@/ui/Notice';

/** The message that this browser's user has closed last. */
const CLOSED_KEY = 'waybill.sign-in-message';

interface SignInMessageProps {
  text: string;
  permanent: boolean;
}

/** The operator's message on the sign-in page. One that was closed is shown again when its text has changed. */
export function SignInMessage({ text, permanent }: SignInMessageProps) {
  const [closed, setClosed] = useState(() => browserStorage.read(CLOSED_KEY));
  if (!permanent && closed === text) return null;
  const close = () => {
    browserStorage.write(CLOSED_KEY, text);
    setClosed(text);
  };
  return (
    <div className={css.message}>
      <Notice kind="info">
        <div className={css.messageText}>
          <span>{text}</span>
          {!permanent && <CloseButton size="sm" aria-label={texts.closeMessage} onClick={close} />}
        </div>
      </Notice>
    </div>
  );
}
