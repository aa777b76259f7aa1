import { h, link } from '../kit/dom';
import { follow, lifecycles, type View } from '../kit/lifecycles';
import style from '../kit/style.css?inline';
import { textsIn } from '../kit/texts';
import frontEnd from './front-end.json';
import { texts as all } from './texts';

export const announces = frontEnd.announces;

/** What a pipeline hands its results to. */
const wanted = ['access', 'artifactory', 'distribution', 'xray'];

function show(view: View): undefined {
  const { root, props } = view;
  const texts = textsIn(all, props);
  const table = h('div');
  const stale = h('div');
  const links = h(
    'ul',
    { class: 'links' },
    h('li', {}, link(props, '/builds', texts.builds)),
    h('li', {}, link(props, '/packages', texts.packages)),
  );
  root.append(
    stale,
    h('section', { class: 'panel' }, h('p', {}, texts.lead), table),
    h('section', { class: 'panel' }, h('h2', {}, texts.works), links),
  );
  props.components?.notice(stale, { kind: 'slow', text: texts.stale });
  const state = () => {
    const { services } = props.store.get();
    const rows = wanted.map(name => [name, services.includes(name) ? texts.yes : texts.no]);
    return { caption: texts.state, columns: [texts.service, texts.runs], rows };
  };
  const services = props.components?.table(table, state());
  follow(view, () => {
    stale.hidden = props.store.get().live;
    services?.update(state());
  });
}

export const { bootstrap, mount, unmount, update } = lifecycles('pipelines', style, show);
