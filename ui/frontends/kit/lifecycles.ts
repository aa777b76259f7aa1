import type { FrontEndModule, FrontEndProps } from '@/frontends/contract';
import { h } from './dom';

/** What a front-end shows, and until when. */
export interface View {
  root: HTMLElement;
  props: FrontEndProps;
  /** Aborts when the front-end goes: listeners and timers end with it. */
  until: AbortSignal;
}

type Show = (view: View) => ((props: FrontEndProps) => void) | undefined;

/** The life cycle of single-spa around one function. The same script may be in several boxes at once. */
export function lifecycles(name: string, style: string, show: Show): Omit<FrontEndModule, 'announces'> {
  const open = new Map<
    HTMLElement,
    { end: AbortController; update: ((props: FrontEndProps) => void) | undefined }
  >();
  return {
    bootstrap: async () => undefined,
    mount: async props => {
      const end = new AbortController();
      const root = h('div', { class: `fe fe-${name}` });
      props.domElement.append(h('style', {}, style), root);
      open.set(props.domElement, { end, update: show({ root, props, until: end.signal }) });
    },
    unmount: async ({ domElement }) => {
      open.get(domElement)?.end.abort();
      open.delete(domElement);
      domElement.replaceChildren();
    },
    update: async props => open.get(props.domElement)?.update?.(props),
  };
}

/** Shows now and after each change of the shared store, until the front-end goes. */
export function follow({ props, until }: View, show: () => void): void {
  show();
  until.addEventListener('abort', props.store.subscribe(show), { once: true });
}
