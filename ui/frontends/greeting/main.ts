import { h } from '../kit/dom';
import { follow, lifecycles, type View } from '../kit/lifecycles';
import style from '../kit/style.css?inline';
import frontEnd from './front-end.json';

export const announces = frontEnd.announces;

const greetings = ['Good night', 'Good morning', 'Good afternoon', 'Good evening'] as const;

/** The part of the day decides, the shared store says to whom. */
export function greeting(hour: number, name: string | null): string {
  const words = greetings[Math.floor(hour / 6)] ?? greetings[0];
  return name === null ? `${words}!` : `${words}, ${name}!`;
}

function show(view: View): undefined {
  const { root, props } = view;
  const line = h('p', { role: 'status' });
  const who = h('p', { class: 'quiet' });
  root.append(h('section', { class: 'panel' }, line, who));
  follow(view, () => {
    const { user, licence, footer } = props.store.get();
    line.textContent = greeting(new Date().getHours(), user.name);
    who.textContent = `Kind of user: ${user.kind}. Licence: ${licence}. Server: ${footer.serverName ?? 'without a name'}.`;
  });
}

export const { bootstrap, mount, unmount, update } = lifecycles('greeting', style, show);
