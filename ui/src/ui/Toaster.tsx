import '@mantine/notifications/styles.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { randomId } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import { useAtom } from '@xstate/store-react';
import { type FocusEvent, useEffect } from 'react';
import { notificationMs } from '@/generated/constants';
import { paused } from '@/lib/pausing';
import { texts } from '@/texts/common';
import { Button } from './Button';
import { type Toast, toasts } from './notify';
import './toaster.css';

const NOTIFICATION = '.mantine-Notification-root';

type Shown = Parameters<typeof notifications.update>[0];

/** How long there is time to do something about what has happened. */
const ACTION_MS = 12_000;

/** How many are shown at once. */
const MOST = 4;

/** The notifications on the screen by their ids, the oldest first. */
const open = new Map<string, Shown>();

/** The notification that has the keyboard focus. */
let focused: string | null = null;

/** What had the focus before it came to the notifications. */
let origin: HTMLElement | null = null;

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
  return <Notifications position="bottom-right" limit={MOST} containerWidth={380} />;
}

interface WithActionProps {
  text: string;
  label: string;
  run: () => void;
}

function WithAction({ text, label, run }: WithActionProps) {
  return (
    <span className="wb-toast-action">
      <span>{text}</span>
      <Button size="compact-sm" variant="default" onClick={run}>
        {label}
      </Button>
    </span>
  );
}

function show(toast: Toast): void {
  makePlace();
  const id = randomId();
  const { text, action, severity } = toast;
  const act = () => {
    // once, although it can still be pressed while it fades
    if (!open.has(id)) return;
    notifications.hide(id);
    action?.run();
  };
  const shown: Shown = {
    id,
    message: action ? <WithAction text={text} label={action.label} run={act} /> : text,
    autoClose: action ? ACTION_MS : notificationMs[severity],
    color: severity === 'error' && !toast.redirect ? 'red' : 'petrol',
    closeButtonProps: { 'aria-label': texts.close },
    role: severity === 'error' ? 'alert' : 'status',
    onClose: () => {
      open.delete(id);
      // Mantine changes its list meanwhile, and would overwrite what the focus changes there
      if (focused === id) queueMicrotask(() => origin?.focus());
    },
    // Mantine pauses the timeout on hover, but not on keyboard focus
    onFocus: ({ relatedTarget }: FocusEvent) => {
      focused = id;
      // it comes from nowhere with the window, and from another notification with the Tab key
      const isOutside = relatedTarget instanceof HTMLElement && !relatedTarget.closest(NOTIFICATION);
      if (isOutside) origin = relatedTarget;
      notifications.update({ ...shown, autoClose: false });
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) focused = null;
      notifications.update(shown);
    },
  };
  open.set(id, shown);
  notifications.show(paused.get() ? { ...shown, autoClose: false } : shown);
}

/** Closes the oldest where there are as many as are shown. Mantine would keep the newest waiting. */
function makePlace(): void {
  if (open.size < MOST) return;
  const unread = [...open].filter(([id]) => id !== focused);
  // an error, and what can be undone, stay longer than what only says that something is done
  const done = unread.find(([, { role, message }]) => role === 'status' && typeof message === 'string');
  const [oldest] = done ?? unread[0] ?? [];
  if (oldest) notifications.hide(oldest);
}
