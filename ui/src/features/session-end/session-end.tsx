import '@mantine/core/styles/CloseButton.layer.css';
import { CloseButton } from '@mantine/core';
import { useState } from 'react';
import { CommandRefused } from '@/engine/outbox';
import { useCountdown } from '@/lib/useCountdown';
import { remainingText } from '@/texts/duration';
import { texts } from '@/texts/sessionEnd';
import { clockTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { TopDialog } from '@/ui/TopDialog';
import css from './session-end.module.css';

interface IdleWarningProps {
  /** When the user is signed out, by the clock of this page. */
  until: number;
  stay: () => Promise<unknown>;
}

/** Open in every tab of the session until the user answers in one of them, or is signed out. */
export function IdleWarning({ until, stay }: IdleWarningProps) {
  const seconds = useCountdown(until);
  const [busy, setBusy] = useState(false);
  const answer = async () => {
    setBusy(true);
    try {
      await stay();
    } catch (error) {
      // it was answered in another tab, or too late: the state that follows says which
      if (!(error instanceof CommandRefused)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <TopDialog title={texts.idle.title} onEscape={() => void answer()}>
      {/* read once, and not each second */}
      <p>{texts.idle.text}</p>
      <p className={css.left} role="timer" aria-live="off">
        {texts.idle.left({ time: remainingText(seconds) })}
      </p>
      <Button size="md" loading={busy} onClick={() => void answer()}>
        {texts.idle.stay}
      </Button>
    </TopDialog>
  );
}

/** Says why the session ends whatever is done, and that nothing on the page is lost by it. */
export function EndNotice({ at }: { at: string }) {
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  return (
    <div className={css.notice}>
      <Notice kind="slow">
        <strong>{texts.absolute.title({ time: clockTime(at) })}</strong> {texts.absolute.text}
      </Notice>
      <CloseButton aria-label={texts.absolute.close} onClick={() => setClosed(true)} />
    </div>
  );
}
