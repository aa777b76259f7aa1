import { h, link } from '../kit/dom';
import { follow, lifecycles, type View } from '../kit/lifecycles';
import base from '../kit/style.css?inline';
import frontEnd from './front-end.json';
import style from './style.css?inline';
import { texts } from './texts';

export const announces = frontEnd.announces;

const tabs = ['source', 'target'] as const;
type Tab = (typeof tabs)[number];

const isTab = (text: string | undefined): text is Tab => tabs.some(tab => tab === text);

function show(view: View) {
  const { root, props } = view;
  let active: Tab = isTab(props.params.activeTab) ? props.params.activeTab : 'source';
  const go = (tab: Tab) => props.navigate(`/release-bundles/${tab}`);
  const buttons = tabs.map(tab =>
    h(
      'button',
      { type: 'button', role: 'tab', id: `bundles-${tab}`, 'aria-controls': 'bundles', click: () => go(tab) },
      texts[tab],
    ),
  );
  const bar = h('div', { role: 'tablist', 'aria-label': texts.tabs, class: 'tabs' }, ...buttons);
  // the arrow keys go round, as in every list of tabs
  bar.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (tabs.indexOf(active) + step + tabs.length) % tabs.length;
    buttons[next]?.focus();
    const tab = tabs[next];
    if (tab) go(tab);
  });
  const lead = h('p');
  const licence = h('div');
  const works = h(
    'ul',
    { class: 'links' },
    h('li', {}, link(props.navigate, '/packages', texts.packages)),
    h('li', {}, link(props.navigate, '/admin/configuration/webhooks', texts.webhooks)),
    h('li', {}, link(props.navigate, '/session-activity', texts.activity)),
  );
  const panel = h('div', { class: 'panel', role: 'tabpanel', id: 'bundles', tabindex: 0 }, lead, licence);
  root.append(bar, panel, h('section', { class: 'panel' }, h('h2', {}, texts.works), works));
  const notice = props.components?.notice(licence, { kind: 'info', text: '' });
  const draw = () => {
    for (const [index, tab] of tabs.entries()) {
      buttons[index]?.setAttribute('aria-selected', String(tab === active));
      buttons[index]?.setAttribute('tabindex', tab === active ? '0' : '-1');
    }
    panel.setAttribute('aria-labelledby', `bundles-${active}`);
    lead.textContent = texts[`${active}Lead`];
    const name = props.store.get().licence;
    licence.hidden = active !== 'source' || name.startsWith('ENTERPRISE_PLUS');
    notice?.update({ kind: 'info', text: `${texts.noSource} ${name}` });
  };
  follow(view, draw);
  return ({ params }: typeof props) => {
    active = isTab(params.activeTab) ? params.activeTab : 'source';
    draw();
  };
}

export const { bootstrap, mount, unmount, update } = lifecycles('distribution', base + style, show);
