import type { FrontEndProps } from '@/frontends/contract';

type Child = Node | string;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

/** An element with attributes, listeners (by the names of their events) and children. Texts are never read as HTML. */
export function h(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/** A link within the console: the shell handles plain clicks, the browser those that open a new tab. */
export function link(
  { navigate, addressOf }: Pick<FrontEndProps, 'navigate' | 'addressOf'>,
  path: string,
  text: string,
  more: Attributes = {},
): HTMLElement {
  const follow = (event: Event) => {
    const click = event as MouseEvent;
    if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
    event.preventDefault();
    navigate(path);
  };
  return h('a', { href: addressOf(path), click: follow, ...more }, text);
}
