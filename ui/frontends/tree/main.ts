import { h } from '../kit/dom';
import { follow, lifecycles, type View } from '../kit/lifecycles';
import base from '../kit/style.css?inline';
import { textsIn } from '../kit/texts';
import frontEnd from './front-end.json';
import { type Move, moveOf, type Row, rowsOf, treeOf } from './nodes';
import style from './style.css?inline';
import { texts as all } from './texts';

export const announces = frontEnd.announces;

function show(view: View): undefined {
  const { root, props } = view;
  const texts = textsIn(all, props);
  const open = new Set(['installation', 'session']);
  let focused = 'installation';
  let rows: Row[] = [];
  const tree = h('ul', { role: 'tree', 'aria-label': texts.label });
  root.append(h('section', { class: 'panel' }, tree));

  const item = ({ node, level, place, siblings }: Row) => {
    const isBranch = node.children.length > 0;
    const row = h(
      'li',
      {
        role: 'treeitem',
        'aria-level': level,
        'aria-posinset': place,
        'aria-setsize': siblings,
        'aria-selected': String(node.id === focused),
        tabindex: node.id === focused ? 0 : -1,
        ...(isBranch && { 'aria-expanded': String(open.has(node.id)) }),
        click: () => act({ focus: node.id, ...(isBranch && { toggle: node.id }) }),
      },
      h('span', { class: 'turn', 'aria-hidden': 'true' }, isBranch ? (open.has(node.id) ? '▾' : '▸') : ''),
      node.label,
    );
    row.dataset.id = node.id;
    row.style.paddingInlineStart = `${(level - 1) * 20 + 8}px`;
    return row;
  };
  const focusedItem = () => [...tree.children].find(row => (row as HTMLElement).dataset.id === focused);
  const draw = () => {
    const hadFocus = tree.contains(document.activeElement);
    rows = rowsOf(treeOf(props.store.get(), texts), open);
    // the row may have been removed with its parent or from the store
    if (!rows.some(row => row.node.id === focused)) focused = rows[0]?.node.id ?? '';
    tree.replaceChildren(...rows.map(item));
    if (hadFocus) (focusedItem() as HTMLElement | undefined)?.focus();
  };
  const act = ({ focus, toggle }: Move) => {
    focused = focus;
    if (toggle !== undefined && !open.delete(toggle)) open.add(toggle);
    draw();
    (focusedItem() as HTMLElement | undefined)?.focus();
  };
  tree.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOf(event.key, rows, open, focused);
    if (!move) return;
    event.preventDefault();
    // a letter that goes somewhere here is no shortcut of the shell
    event.stopPropagation();
    act(move);
  });
  follow(view, draw);
}

export const { bootstrap, mount, unmount, update } = lifecycles('tree', base + style, show);
