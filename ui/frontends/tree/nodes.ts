import type { SharedState } from '@/frontends/contract';
import { fill } from '../kit/texts';
import type { texts as all } from './texts';

export interface TreeNode {
  id: string;
  label: string;
  children: readonly TreeNode[];
}

const leaf = (id: string, label: string): TreeNode => ({ id, label, children: [] });

/** What the shared store holds, as a tree. */
export function treeOf(
  { footer, user, licence, services, session }: SharedState,
  texts: (typeof all)['en'],
): readonly TreeNode[] {
  return [
    {
      id: 'installation',
      label: footer.serverName ?? texts.installation,
      children: [
        leaf('licence', fill(texts.licence, { name: licence })),
        {
          id: 'services',
          label: texts.services,
          children: services.map(name => leaf(`service ${name}`, name)),
        },
      ],
    },
    {
      id: 'session',
      label: texts.session,
      children: [
        leaf('user', fill(texts.user, { name: user.name ?? user.kind })),
        {
          id: 'machines',
          label: texts.machines,
          children: session.machines.map(({ name, state }) => ({
            id: `machine ${name}`,
            label: name,
            children: [leaf(`state of ${name}`, state)],
          })),
        },
      ],
    },
  ];
}

export interface Row {
  node: TreeNode;
  level: number;
  parent: string | null;
  /** Its place among its siblings, and how many they are. */
  place: number;
  siblings: number;
}

/** The visible rows: those whose parents are all open. */
export function rowsOf(
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  level = 1,
  parent: string | null = null,
): Row[] {
  return nodes.flatMap((node, index) => [
    { node, level, parent, place: index + 1, siblings: nodes.length },
    ...(open.has(node.id) ? rowsOf(node.children, open, level + 1, node.id) : []),
  ]);
}

export interface Move {
  /** The row that has the focus next. */
  focus: string;
  /** The node that opens or closes. */
  toggle?: string;
}

/** What a key does in a tree, as the ARIA practices have it; nothing for any other key. */
export function moveOf(
  key: string,
  rows: readonly Row[],
  open: ReadonlySet<string>,
  focused: string,
): Move | null {
  const at = rows.findIndex(row => row.node.id === focused);
  const row = rows[at];
  if (!row) return null;
  const isBranch = row.node.children.length > 0;
  const isOpen = open.has(focused);
  const to = (index: number): Move => ({
    focus: rows[Math.min(Math.max(index, 0), rows.length - 1)]?.node.id ?? focused,
  });
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (!isBranch) return { focus: focused };
      return isOpen ? to(at + 1) : { focus: focused, toggle: focused };
    case 'ArrowLeft':
      if (isBranch && isOpen) return { focus: focused, toggle: focused };
      return { focus: row.parent ?? focused };
    case 'Enter':
    case ' ':
      return isBranch ? { focus: focused, toggle: focused } : { focus: focused };
    default:
      return typedAhead(key, rows, at);
  }
}

/** A letter goes to the next row that begins with it. */
function typedAhead(key: string, rows: readonly Row[], at: number): Move | null {
  if (key.length !== 1) return null;
  const order = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
  const found = order.find(row => row.node.label.toLowerCase().startsWith(key.toLowerCase()));
  return found ? { focus: found.node.id } : null;
}
