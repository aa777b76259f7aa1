import '@mantine/core/styles/CloseButton.layer.css';
import { CloseButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Held } from '@/engine/identity';
import { CommandRefused } from '@/engine/outbox';
import { useMachine } from '@/engine/useMachine';
import { loadChunk } from '@/lib/chunk';
import { useEvery } from '@/lib/pausing';
import { useCountdown } from '@/lib/useCountdown';
import { lazyWith } from '@/shell/lazyPage';
import { remainingText } from '@/texts/duration';
import { texts } from '@/texts/sessionEnd';
import { clockTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { TopDialog } from '@/ui/TopDialog';
import css from './session-end.module.css';

const Form = lazyWith(() =>
  loadChunk('sign-in-again', () => import('@/features/sign-in/SignInAgain')).then(part => part.SignInAgain),
);

/** How long before its end a session is announced to end. */
const ANNOUNCED_MS = 5 * 60_000;
const LOOK_MS = 15_000;

/** Open in every tab of the session until the user answers in one of them, or is signed out. */
export function IdleWarning() {
  const engine = useEngine();
  const { state, send } = useMachine('idle');
  if (state?.state !== 'warned') return null;
  return <Question until={engine.localMs(state.limit.until)} stay={() => send({ type: 'stay' })} />;
}

interface QuestionProps {
  /** When the user is signed out, by the clock of this page. */
  until: number;
  stay: () => Promise<unknown>;
}

function Question({ until, stay }: QuestionProps) {
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

/** Says some minutes before why the session ends whatever is done, and that nothing on the page is lost by it. */
export function EndNotice() {
  const engine = useEngine();
  const login = useMachine('login').state;
  const until = login?.state === 'signed_in' ? login.until : null;
  const isNear = useIsNear(until === null ? null : engine.localMs(until));
  return until !== null && isNear && <Announcement key={until} at={until} />;
}

/** Whether a time comes within the next minutes. It may be weeks away, which is more than a timer can wait. */
function useIsNear(at: number | null): boolean {
  const isNear = () => at !== null && at > Date.now() && at - Date.now() <= ANNOUNCED_MS;
  const [near, setNear] = useState(isNear);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is made of the time
  useEffect(() => setNear(isNear()), [at]);
  useEvery(at === null ? null : LOOK_MS, () => setNear(isNear()));
  return near;
}

function Announcement({ at }: { at: string }) {
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

interface KeptProps {
  held: Held;
  /** Another user than that of the page has signed in. */
  other: () => void;
}

/** What is on the cover of a page whose sign-in is over: why it is, and the form for signing in again. */
export function Kept({ held, other }: KeptProps) {
  const engine = useEngine();
  return (
    <>
      <p role="status">{held.over === 'idle' ? texts.again.idle : texts.again.expired}</p>
      <p>{texts.again.keeps}</p>
      <Form person={held.person} name={held.name} done={() => engine.release()} other={other} />
    </>
  );
}
