// covers: [MFE-01, MFE-02, MFE-06]
import { getByRole, getByText, queryByText, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { createAtom } from '@xstate/store';
import { expect, test, vi } from 'vitest';
import type { FrontEndModule, FrontEndProps, SharedState } from '@/frontends/contract';
import { Injections } from '@/frontends/injected';
import { type Language, languages } from '@/texts/i18n/languages';

const modules = import.meta.glob<FrontEndModule>('./*/main.ts');
const names = Object.keys(modules).map(path => path.split('/')[1] ?? '');
const found = import.meta.glob<{ announces: string[]; service: string | null }>('./*/front-end.json', {
  eager: true,
});

const state: SharedState = {
  footer: { serverName: 'acme-build', logoUrl: null },
  user: { kind: 'user', name: 'ann' },
  language: 'en',
  licence: 'ENTERPRISE_PLUS',
  services: ['access', 'event'],
  live: true,
  session: {
    steps: 7,
    refusals: 1,
    latest: '2026-01-01T09:00:00.000Z',
    machines: [
      { name: 'login', state: 'signed_in', steps: 3 },
      { name: 'navigation', state: 'settled', steps: 4 },
    ],
  },
};

/** A front-end as single-spa runs it, in a box of the document. */
async function mounted(name: string, more: Partial<FrontEndProps> = {}, language: Language = 'en') {
  const module = await modules[`./${name}/main.ts`]?.();
  if (!module) throw new Error(`no front-end ${name}`);
  const atom = createAtom({ ...state, language });
  const store: FrontEndProps['store'] = {
    get: atom.get,
    subscribe: listener => {
      const subscription = atom.subscribe(listener);
      return () => subscription.unsubscribe();
    },
  };
  const domElement = document.createElement('div');
  document.body.replaceChildren(domElement);
  const navigate = vi.fn<(path: string) => void>();
  const addressOf = (path: string) => `/waybill/ui${path}`;
  const props: FrontEndProps = { domElement, store, navigate, addressOf, paths: [], params: {}, ...more };
  await module.bootstrap(props);
  await module.mount(props);
  const user = userEvent.setup();
  return {
    box: domElement,
    navigate,
    module,
    props,
    user,
    change: (next: Partial<SharedState>) => atom.set({ ...state, ...next }),
  };
}

test.each(names)(
  '%s shows something, follows the store, may be there twice, and leaves nothing',
  async name => {
    const one = await mounted(name);
    expect(one.box.textContent).not.toBe('');
    const two = document.createElement('div');
    await one.module.mount({ ...one.props, domElement: two });
    await one.module.unmount(one.props);
    expect(one.box).toBeEmptyDOMElement();
    expect(two.textContent).not.toBe('');
    one.change({ live: false, services: [] });
    expect(one.box).toBeEmptyDOMElement();
  },
);

const others = (Object.keys(languages) as Language[]).filter(language => language !== 'en');
test.each(names.flatMap(name => others.map(language => [name, language] as const)))(
  '%s speaks the language of the page: %s',
  async (name, language) => {
    const wordsIn = async (each: Language) => {
      const { box } = await mounted(name, {}, each);
      const label = box.querySelector('[aria-label]')?.getAttribute('aria-label') ?? '';
      const texts = [...box.querySelectorAll('p, h2, a, button, dt, li')].map(part => part.textContent);
      return [label, ...texts].filter(text => /\p{L}/u.test(text ?? ''));
    };
    const english = await wordsIn('en');
    const words = await wordsIn(language);
    expect(words).toHaveLength(english.length);
    // the name of the server, and what is the same in both
    const same = words.filter((text, at) => text === english[at]);
    expect(same.length).toBeLessThan(words.length / 2);
    expect(words.join()).not.toContain('undefined');
  },
);

test.each(names)('%s announces nothing but what is below its own name', async name => {
  const { announces } = (await modules[`./${name}/main.ts`]?.()) ?? {};
  expect(announces).toEqual(found[`./${name}/front-end.json`]?.announces);
  for (const path of announces ?? []) expect(`${path}/`).toMatch(new RegExp(`^/${name}/`));
});

test('distribution says what comes later for the tab that is open, and leads to what works', async () => {
  const { box, navigate, module, props, user } = await mounted('distribution', {
    params: { activeTab: 'target' },
  });
  const service = getByText(box, 'Distribution').parentElement;
  expect(service).toHaveTextContent('Receiving release bundles');
  await module.update?.({ ...props, params: { activeTab: 'source' } });
  expect(service).toHaveTextContent('Sending release bundles');
  await user.click(getByText(box, 'Browse packages'));
  expect(navigate).toHaveBeenLastCalledWith('/packages');
});

test('insight shows the figures of the store as they change', async () => {
  const injections = new Injections();
  const { box, change } = await mounted('insight', { components: injections.components });
  expect(getByText(box, 'Steps recorded').nextSibling).toHaveTextContent('7');
  const bars = within(getByRole(box, 'list')).getAllByRole('listitem');
  expect(bars.map(bar => bar.textContent)).toEqual(['navigation4', 'login3']);
  expect(injections.portals.get().size).toBe(2);
  change({ session: { ...state.session, steps: 8, machines: [] } });
  expect(getByText(box, 'Steps recorded').nextSibling).toHaveTextContent('8');
  expect(queryByText(box, 'navigation')).toBeNull();
});

test('the tracker lists transitions, and can be paused', async () => {
  const { box, change, user } = await mounted('tracker');
  const moved = (name: string) => ({
    session: { ...state.session, machines: [{ name: 'login', state: name, steps: 4 }] },
  });
  change(moved('signing_out'));
  getByText(box, 'login is now signing_out');
  await user.click(getByRole(box, 'button', { name: 'Pause' }));
  change(moved('signed_out'));
  expect(queryByText(box, 'login is now signed_out')).toBeNull();
  await user.click(getByRole(box, 'button', { name: 'Resume' }));
  getByText(box, 'login is now signed_out');
});

test('the tree is walked by keys', async () => {
  const { box, user, change } = await mounted('tree');
  const item = (name: RegExp) => getByRole(box, 'treeitem', { name });
  await user.tab();
  expect(item(/^acme-build$/)).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(item(/Services/)).toHaveFocus();
  expect(item(/Services/)).toHaveAttribute('aria-expanded', 'false');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(item(/^access$/)).toHaveFocus();
  expect(item(/^access$/)).toHaveAttribute('aria-level', '3');
  await user.keyboard('{ArrowLeft}');
  expect(item(/Services/)).toHaveFocus();
  await user.keyboard('{End}');
  expect(item(/Machines/)).toHaveFocus();
  await user.keyboard('{Home}t');
  expect(item(/This session/)).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(item(/This session/)).toHaveAttribute('aria-expanded', 'false');
  // the focus stays where it is when the store changes
  change({ services: [] });
  expect(item(/This session/)).toHaveFocus();
});

test('the greeting names who is there', async () => {
  const { box, change } = await mounted('greeting');
  expect(getByRole(box, 'status')).toHaveTextContent(/^Good \w+, ann!$/);
  change({ user: { kind: 'anonymous', name: null } });
  expect(getByRole(box, 'status')).toHaveTextContent(/^Good \w+!$/);
});
