import { type KeyboardEvent, useState } from 'react';
import { isNote, type Row } from './rows';

/** Letters that follow each other within this time are the beginning of one name. */
const TYPED_WITHIN_MS = 700;
/** How many rows a page up or down is. */
const PAGE_ROWS = 12;

interface Tree {
  rows: readonly Row[];
  /** The index of the row that the focus is on. */
  active: number;
  go: (index: number) => void;
  choose: (row: Row) => void;
  open: (row: Row) => void;
  close: (row: Row) => void;
}

/** The keys of a tree, as the ARIA authoring practices have them. */
export function useTreeKeys(tree: Tree) {
  const [typed] = useState<Typed>({ text: '', at: 0 });
  return (event: KeyboardEvent) => {
    if (!tree.rows[tree.active] || event.ctrlKey || event.metaKey || event.altKey) return;
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const act = isInName(event, typed) ? undefined : actOf(tree, event.key, isRightToLeft);
    if (act) act();
    else if (event.key.length === 1) findTyped(tree, event, typed);
    else return;
    event.preventDefault();
  };
}

/** What was typed last, and when. */
interface Typed {
  text: string;
  at: number;
}

const isTyping = ({ timeStamp }: KeyboardEvent, typed: Typed) => timeStamp - typed.at < TYPED_WITHIN_MS;

/** A space within a name belongs to the name. */
const isInName = (event: KeyboardEvent, typed: Typed) => event.key === ' ' && isTyping(event, typed);

/** Goes to the next row whose name begins with what is typed. */
function findTyped({ rows, active, go }: Tree, event: KeyboardEvent, typed: Typed): void {
  typed.text = isTyping(event, typed) ? typed.text + event.key : event.key;
  typed.at = event.timeStamp;
  const found = named(rows, active, typed.text);
  if (found !== -1) go(found);
}

/** What a key does. */
function actOf(tree: Tree, key: string, isRightToLeft: boolean): (() => void) | undefined {
  const { rows, active, go, choose } = tree;
  const last = rows.length - 1;
  const row = rows[active] as Row;
  const acts: Record<string, () => void> = {
    ArrowDown: () => go(Math.min(last, active + 1)),
    ArrowUp: () => go(Math.max(0, active - 1)),
    PageDown: () => go(Math.min(last, active + PAGE_ROWS)),
    PageUp: () => go(Math.max(0, active - PAGE_ROWS)),
    Home: () => go(0),
    End: () => go(last),
    Enter: () => choose(row),
    ' ': () => choose(row),
    ArrowRight: () => (isRightToLeft ? backward(tree) : forward(tree)),
    ArrowLeft: () => (isRightToLeft ? forward(tree) : backward(tree)),
  };
  return acts[key];
}

/** Into a folder: it is opened, and then its first entry has the focus. */
function forward({ rows, active, go, open }: Tree): void {
  const row = rows[active] as Row;
  if (isNote(row)) return;
  if (row.expanded === false) open(row);
  else if (row.expanded) go(active + 1);
}

/** Out of a folder: it is closed, and then the one around it has the focus. */
function backward({ rows, active, go, close }: Tree): void {
  const row = rows[active] as Row;
  if (!isNote(row) && row.expanded) close(row);
  else go(parentOf(rows, active));
}

function parentOf(rows: readonly Row[], index: number): number {
  const level = rows[index]?.level ?? 1;
  for (let above = index - 1; above >= 0; above -= 1) if ((rows[above]?.level ?? 1) < level) return above;
  return index;
}

/** The next row whose name begins with a text; the same one while it is still typed. */
function named(rows: readonly Row[], active: number, text: string): number {
  const wanted = text.toLowerCase();
  const first = text.length === 1 ? active + 1 : active;
  for (let step = 0; step < rows.length; step += 1) {
    const index = (first + step) % rows.length;
    const row = rows[index];
    if (row && !isNote(row) && row.name.toLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}
