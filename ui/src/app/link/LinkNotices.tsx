import { Button } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useAtom } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { drafts } from '@/lib/drafts';
import { tabStorage } from '@/lib/storage';
import { texts } from '@/texts/common';
import css from './LinkNotices.module.css';
import { shownLink } from './LinkStatus';

const RELOADED_KEY = 'waybill.reloaded-at';
/** A page that has just reloaded and is still of another build would reload for ever. */
const RELOAD_AGAIN_MS = 30_000;

/** Says that the link is down, and that it is back. Always rendered, so that screen readers announce its changes. */
export function LinkStrip() {
  const shown = useSelector(useEngine().link, shownLink);
  const text =
    shown === 'down' ? `${texts.link.down} ${texts.link.keeps}` : shown === 'back' ? texts.link.back : '';
  return (
    <div className={css.strip} role="status" aria-live="polite">
      {text}
    </div>
  );
}

/** The server is of another build: reload at once where nothing is lost by it, else leave it to the user. */
export function ReloadBanner() {
  const needed = useSelector(useEngine().link, link => link.matches({ wire: 'reload_needed' }));
  const safe = useAtom(drafts) === 0;
  useEffect(() => {
    if (!needed || !safe) return;
    const last = Number(tabStorage.read(RELOADED_KEY) ?? 0);
    if (Date.now() - last < RELOAD_AGAIN_MS) return;
    tabStorage.write(RELOADED_KEY, String(Date.now()));
    window.location.reload();
  }, [needed, safe]);
  if (!needed) return null;
  return (
    <div className={css.banner} role="alert">
      <strong>{texts.reload.title}</strong>
      <span>{texts.reload.text}</span>
      <Button size="xs" onClick={() => window.location.reload()}>
        {texts.reload.button}
      </Button>
    </div>
  );
}

/** A banner on every page of a server that was started for testing. */
export function QaBanner() {
  const qa = useAtom(useEngine().session)?.qa ?? false;
  if (!qa) return null;
  return (
    <div className={css.banner} role="status">
      {texts.system.qa}
    </div>
  );
}

/** A page that has not loaded after this long gets a message. */
export const LATE_MS = 8_000;

/** Shown from the first moment of a navigation until the page is rendered. A slow one gets a message. */
export function PendingBar() {
  const pending = useRouterState({ select: state => state.status === 'pending' });
  const down = useSelector(useEngine().link, link => shownLink(link) === 'down');
  return (
    <>
      {pending && <div className={css.pending} aria-hidden="true" />}
      {/* the live region exists before its text, so that this is announced; a link that is down has its own message */}
      <div role="status">{pending && !down && <Late />}</div>
    </>
  );
}

function Late() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div className={css.late}>
      <span>{texts.system.late}</span>
      <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
        {texts.system.reload}
      </Button>
    </div>
  );
}
