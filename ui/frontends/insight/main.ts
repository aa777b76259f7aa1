import type { SharedState } from '@/frontends/contract';
import { h, link } from '../kit/dom';
import { follow, lifecycles, type View } from '../kit/lifecycles';
import base from '../kit/style.css?inline';
import { textsIn } from '../kit/texts';
import frontEnd from './front-end.json';
import style from './style.css?inline';
import { texts as all } from './texts';

export const announces = frontEnd.announces;

type Machines = SharedState['session']['machines'];

/** Bars as plain elements: each is read out as its machine and its number. */
function bars(machines: Machines, empty: string): HTMLElement {
  const most = Math.max(1, ...machines.map(machine => machine.steps));
  const rows = [...machines]
    .filter(machine => machine.steps > 0)
    .sort((one, other) => other.steps - one.steps || one.name.localeCompare(other.name))
    .map(({ name, steps }) => {
      const bar = h('span', { class: 'bar', 'aria-hidden': 'true' });
      bar.style.inlineSize = `${(steps / most) * 100}%`;
      return h(
        'li',
        {},
        h('span', { class: 'name' }, name),
        h('span', { class: 'lane' }, bar),
        h('b', {}, String(steps)),
      );
    });
  return rows.length > 0 ? h('ul', { class: 'bars' }, ...rows) : h('p', { class: 'quiet' }, empty);
}

function show(view: View): undefined {
  const { root, props } = view;
  const texts = textsIn(all, props);
  const figures = h('dl', { class: 'figures' });
  const chart = h('div');
  const states = h('div');
  const stale = h('div');
  root.append(
    h('p', {}, texts.lead),
    stale,
    h(
      'section',
      { class: 'panel' },
      h('h2', {}, texts.figures),
      h('p', { class: 'quiet' }, texts.since),
      figures,
    ),
    h('section', { class: 'panel' }, h('h2', {}, texts.byMachine), chart),
    h('section', { class: 'panel' }, states),
    h('p', { class: 'quiet' }, `${texts.more} `, link(props, '/session-activity', texts.activity)),
  );
  props.components?.notice(stale, { kind: 'slow', text: texts.stale });
  const table = (machines: Machines) => ({
    caption: texts.states,
    columns: [texts.machine, texts.state],
    rows: machines.map(({ name, state }) => [name, state]),
  });
  const current = props.components?.table(states, table([]));
  const figure = (name: string, value: string) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
  follow(view, () => {
    const { session, live } = props.store.get();
    const latest = session.latest && (props.components?.clockTime(session.latest) ?? session.latest);
    stale.hidden = live;
    figures.replaceChildren(
      figure(texts.steps, String(session.steps)),
      figure(texts.refusals, String(session.refusals)),
      figure(texts.machines, String(session.machines.length)),
      figure(texts.latest, latest ?? texts.none),
    );
    chart.replaceChildren(bars(session.machines, texts.empty));
    current?.update(table(session.machines));
  });
}

export const { bootstrap, mount, unmount, update } = lifecycles('insight', base + style, show);
