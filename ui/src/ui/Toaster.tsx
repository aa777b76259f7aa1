import '@mantine/notifications/styles.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { useAtom } from '@xstate/store-react';
import { useEffect } from 'react';
import { notificationMs } from '@/generated/constants';
import { paused } from '@/lib/pausing';
import { texts } from '@/texts/common';
import { Button } from './Button';
import { type Toast, toasts } from './notify';
import './toaster.css';

type Shown = Parameters<typeof notifications.update>[0];

/** How long there is time to do something about what has happened. */
const ACTION_MS = 12_000;

/** The notifications on the screen, by their ids. */
const open = new Map<string, Shown>();

/** Shows what notify() has queued. Loaded with the first notification, not with the page. */
export function Toaster() {
  const waiting = useAtom(toasts);
  const isPaused = useAtom(paused);
  useEffect(() => {
    if (waiting.length === 0) return;
    toasts.set([]);
    for (const toast of waiting) show(toast);
  }, [waiting]);
  useEffect(() => {
    // a user who comes back has the whole time to read them
    for (const shown of open.values())
      notifications.update(isPaused ? { ...shown, autoClose: false } : shown);
  }, [isPaused]);
  return <Notifications position="bottom-right" limit={4} containerWidth={380} />;
}

function WithAction({ text, action }: { text: string; action: NonNullable<Toast['action']> }) {
  return (
    <span className="wb-toast-action">
      <span>{text}</span>
      <Button size="compact-sm" variant="default" onClick={action.run}>
        {action.label}
      </Button>
    </span>
  );
}

function show(toast: Toast): void {
  const shown = {
    message: toast.action ? <WithAction text={toast.text} action={toast.action} /> : toast.text,
    autoClose: toast.action ? ACTION_MS : notificationMs[toast.severity],
    color: toast.severity === 'error' && !toast.redirect ? 'red' : 'petrol',
    closeButtonProps: { 'aria-label': texts.close },
    role: toast.severity === 'error' ? 'alert' : 'status',
    onClose: () => open.delete(id),
    // Mantine pauses the timeout on hover, but not on keyboard focus
    onFocus: () => notifications.update({ ...shown, id, autoClose: false }),
    onBlur: () => notifications.update({ ...shown, id }),
  };
  const id: string = notifications.show(paused.get() ? { ...shown, autoClose: false } : shown);
  open.set(id, { ...shown, id });
}
