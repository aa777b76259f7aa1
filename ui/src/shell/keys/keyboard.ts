import { createAtom } from '@xstate/store';
import { browserStorage } from '@/lib/storage';
import { topLayer } from '@/lib/topLayer';
import { type ShortcutId, shortcutIds, specOf } from './shortcuts';

const OFF_KEY = 'waybill.single-keys-off';
/** A sequence such as `g p` ends if the next key does not come within this time. */
const NEXT_KEY_WITHIN_MS = 1_200;

/** Whether keys without Ctrl or Cmd do anything: users who dictate, or press keys by accident, can turn them off. */
export const singleKeys = createAtom(browserStorage.read(OFF_KEY) !== 'true');

export function setSingleKeys(on: boolean): void {
  browserStorage.write(OFF_KEY, on ? null : 'true');
  singleKeys.set(on);
}

/** On which keyboards the key beside the space bar is Cmd and not Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const typing = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]';
// these have keys of their own
const modal = '[role="dialog"], [role="menu"], [role="listbox"]';

type Handler = () => void;
type Bindings = Partial<Record<ShortcutId, Handler>>;

const bound: Bindings[] = [];
let begun: { key: string; at: number } | null = null;

/** The key as the table writes it: the letter that is printed on a Latin keyboard, whatever is typed with it. */
function keyOf(event: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const latin = /^[\x20-\x7e]$/.test(event.key) || event.key.length > 1;
  return (latin || !letter ? event.key : letter).toLowerCase();
}

function handlerOf(keys: string): Handler | undefined {
  const id = shortcutIds.find(candidate => specOf(candidate).keys === keys && !specOf(candidate).bound);
  if (!id) return undefined;
  // the latest bindings take precedence
  return bound.findLast(bindings => bindings[id])?.[id];
}

const startsSequence = (key: string) => shortcutIds.some(id => specOf(id).keys.startsWith(`${key} `));

function run(event: KeyboardEvent, handler: Handler | undefined): void {
  begun = null;
  if (!handler) return;
  event.preventDefault();
  handler();
}

const isTaken = (target: EventTarget | null) =>
  target instanceof Element && (target.closest(typing) !== null || target.closest(modal) !== null);

function pressedWithModifiers(event: KeyboardEvent, key: string): void {
  const mod = isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (mod && !event.altKey && !event.shiftKey) run(event, handlerOf(`mod+${key}`));
}

function pressedAlone(event: KeyboardEvent, key: string): void {
  if (begun && event.timeStamp - begun.at < NEXT_KEY_WITHIN_MS)
    return run(event, handlerOf(`${begun.key} ${key}`));
  begun = startsSequence(key) ? { key, at: event.timeStamp } : null;
  if (!begun) run(event, handlerOf(key));
}

function pressed(event: KeyboardEvent): void {
  // what is bound belongs to a page that cannot be reached
  if (topLayer.get() > 0) return;
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const key = keyOf(event);
  // AltGr is how some keyboards write brackets
  const alone = event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey);
  if (!alone) pressedWithModifiers(event, key);
  else if (singleKeys.get() && !isTaken(event.target)) pressedAlone(event, key);
}

/** Binds shortcuts until the returned function is called. All bindings share one listener, and so one sequence. */
export function bind(bindings: Bindings): () => void {
  if (bound.length === 0) window.addEventListener('keydown', pressed);
  bound.push(bindings);
  return () => {
    bound.splice(bound.indexOf(bindings), 1);
    if (bound.length === 0) window.removeEventListener('keydown', pressed);
    begun = null;
  };
}
