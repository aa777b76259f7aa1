import { h } from '../kit/dom';
import { follow, lifecycles, type View } from '../kit/lifecycles';
import style from '../kit/style.css?inline';
import { fill, textsIn } from '../kit/texts';
import frontEnd from './front-end.json';
import { texts as all } from './texts';

export const announces = frontEnd.announces;

const parts = ['night', 'morning', 'afternoon', 'evening'] as const;

/** The part of the day decides, the shared store says to whom. */
export function greeting(texts: (typeof all)['en'], hour: number, name: string | null): string {
  const words = texts[parts[Math.floor(hour / 6)] ?? 'night'];
  return name === null ? fill(texts.hello, { words }) : fill(texts.helloName, { words, name });
}

function show(view: View): undefined {
  const { root, props } = view;
  const texts = textsIn(all, props);
  const line = h('p', { role: 'status' });
  const who = h('p', { class: 'quiet' });
  root.append(h('section', { class: 'panel' }, line, who));
  follow(view, () => {
    const { user, licence, footer } = props.store.get();
    line.textContent = greeting(texts, new Date().getHours(), user.name);
    const server = footer.serverName ?? texts.unnamed;
    who.textContent = fill(texts.facts, { kind: texts[user.kind], licence, server });
  });
}

export const { bootstrap, mount, unmount, update } = lifecycles('greeting', style, show);
