import { h, link } from '../kit/dom';
import { follow, lifecycles, type View } from '../kit/lifecycles';
import base from '../kit/style.css?inline';
import { fill, textsIn } from '../kit/texts';
import frontEnd from './front-end.json';
import style from './style.css?inline';
import { texts as all } from './texts';

export const announces = frontEnd.announces;

const SHOWN_MAX = 50;

function show(view: View): undefined {
  const { root, props } = view;
  const texts = textsIn(all, props);
  const states = new Map(props.store.get().session.machines.map(({ name, state }) => [name, state]));
  let paused = false;
  const list = h('ol', { 'aria-label': texts.list });
  const waiting = h('p', { class: 'quiet' }, texts.waiting);
  const toggle = h('button', { type: 'button', 'aria-pressed': 'false', click: press }, texts.pause);
  root.append(
    h('p', {}, texts.lead),
    h('section', { class: 'panel' }, h('h2', {}, texts.title), h('div', {}, toggle), waiting, list),
    h('p', { class: 'quiet' }, `${texts.more} `, link(props, '/session-activity', texts.activity)),
  );

  function press() {
    paused = !paused;
    toggle.setAttribute('aria-pressed', String(paused));
    toggle.textContent = paused ? texts.go : texts.pause;
    if (!paused) compare();
  }
  function compare() {
    if (paused) return;
    for (const { name, state } of props.store.get().session.machines) {
      if (states.get(name) === state) continue;
      states.set(name, state);
      const time = h('time', { class: 'quiet' }, new Date().toLocaleTimeString(props.store.get().language));
      list.prepend(h('li', {}, time, ' ', fill(texts.moved, { name, state })));
      if (list.childElementCount > SHOWN_MAX) list.lastElementChild?.remove();
    }
    waiting.hidden = list.childElementCount > 0;
  }
  follow(view, compare);
}

export const { bootstrap, mount, unmount, update } = lifecycles('tracker', base + style, show);
