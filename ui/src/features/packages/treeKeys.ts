/** Where a key leads in a tree, from an entry that can be opened. */
export type Move = 'turn' | 'next' | 'previous' | 'first' | 'last' | 'parent';

const PLAIN: Readonly<Record<string, Move>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
};

/** What a key does, as in trees of files: the arrow that points inwards opens, the other one closes or leads out. */
export function moveOf(key: string, isOpen: boolean, isRtl: boolean): Move | null {
  const [inwards, outwards] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  if (key === inwards) return isOpen ? 'next' : 'turn';
  if (key === outwards) return isOpen ? 'turn' : 'parent';
  return PLAIN[key] ?? null;
}
