import { h, link } from '../kit/dom';
import { follow, lifecycles, type View } from '../kit/lifecycles';
import base from '../kit/style.css?inline';
import { fill, textsIn } from '../kit/texts';
import frontEnd from './front-end.json';
import { texts as all } from './texts';

export const announces = frontEnd.announces;

const tabs = ['source', 'target'] as const;
type Tab = (typeof tabs)[number];

const isTab = (text: string | undefined): text is Tab => tabs.some(tab => tab === text);

/** What the service adds to the console's own page: that lists the bundles, and has the tabs. */
function show(view: View) {
  const { root, props } = view;
  const texts = textsIn(all, props);
  let active: Tab = isTab(props.params.activeTab) ? props.params.activeTab : 'source';
  const lead = h('p');
  const licence = h('div');
  const works = h(
    'ul',
    { class: 'links' },
    h('li', {}, link(props, '/packages', texts.packages)),
    h('li', {}, link(props, '/admin/configuration/webhooks', texts.webhooks)),
    h('li', {}, link(props, '/session-activity', texts.activity)),
  );
  const panel = h('section', { class: 'panel' }, h('h2', {}, texts.title), lead, licence);
  root.append(panel, h('section', { class: 'panel' }, h('h2', {}, texts.works), works));
  const notice = props.components?.notice(licence, { kind: 'info', text: '' });
  const draw = () => {
    lead.textContent = texts[`${active}Lead`];
    const name = props.store.get().licence;
    licence.hidden = active !== 'source' || name.startsWith('ENTERPRISE_PLUS');
    notice?.update({ kind: 'info', text: fill(texts.noSource, { licence: name }) });
  };
  follow(view, draw);
  return ({ params }: typeof props) => {
    active = isTab(params.activeTab) ? params.activeTab : 'source';
    draw();
  };
}

export const { bootstrap, mount, unmount, update } = lifecycles('distribution', base, show);
