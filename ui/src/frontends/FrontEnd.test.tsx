// covers: [MFE-01, MFE-02, MFE-04]
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { EngineProvider } from '@/engine/EngineContext';
import type { FrontEnd as Definition, FrontEnds } from '@/generated/api';
import { FakeServer } from '@/test/fakeServer';
import { startEngine } from '@/test/harness';
import type { FrontEndProps } from './contract';
import { FrontEnd, type FrontEndBoxProps } from './FrontEnd';
import { mountParcel } from './parcel';

const answer = (name: string, components: boolean): Definition => ({
  name,
  script: `/ui/frontends/${name}/${name}-1.js`,
  integrity: 'sha384-x',
  paths: [],
  components,
});

const frontEnds: FrontEnds = { frontends: [answer('insight', true), answer('tracker', false)] };

class Server extends FakeServer {
  constructor() {
    super();
    const others = this.fetch;
    this.fetch = (path, init) =>
      path.endsWith('system/frontends') ? Promise.resolve(Response.json(frontEnds)) : others(path, init);
  }
}

beforeEach(() => localStorage.clear());

/** Boxes on a page with something of the page beside them. */
async function show(boxes: (Omit<FrontEndBoxProps, 'services'> & { script: unknown })[]) {
  const { engine } = await startEngine(new Server());
  const page = () => (
    <>
      <p>the rest of the page</p>
      {boxes.map(({ script, ...box }, index) => (
        <FrontEnd
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          key={index}
          {...box}
          services={{ importScript: async () => script, mountParcel }}
        />
      ))}
    </>
  );
  const root = createRootRoute();
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: page }),
    createRoute({ getParentRoute: () => root, path: '/packages', component: () => <p>packages</p> }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <MantineProvider>
      <EngineProvider engine={engine}>
        <RouterProvider router={router} />
      </EngineProvider>
    </MantineProvider>,
  );
  return engine;
}

const script = (mount: (props: FrontEndProps) => void) => ({
  bootstrap: async () => null,
  mount: async (props: FrontEndProps) => mount(props),
  unmount: async () => null,
});

test('insight receives the shared store and the components, the tracker only the store', async () => {
  const given: Record<string, FrontEndProps> = {};
  const keep = (name: string) =>
    script(props => {
      given[name] = props;
      const host = document.createElement('div');
      props.domElement.append(host);
      props.components?.notice(host, { kind: 'info', text: 'a notice of the shell' });
      props.components?.table(host, { caption: 'a table', columns: ['a', 'b'], rows: [['1', '2']] });
    });
  await show([
    { name: 'insight', script: keep('insight') },
    { name: 'tracker', script: keep('tracker') },
  ]);
  expect(await screen.findByText('a notice of the shell')).toBeVisible();
  expect(await screen.findByRole('table', { name: 'a table' })).toBeVisible();
  // which of them is mounted first is open: the components are a part that loads on demand
  await waitFor(() => expect(Object.keys(given).sort()).toEqual(['insight', 'tracker']));
  expect(given.tracker?.components).toBeUndefined();
  expect(given.tracker?.store).toBe(given.insight?.store);
  const state = given.insight?.store.get();
  expect(state).toMatchObject({ user: { kind: 'anonymous' }, live: true });
  // it is for reading: nothing of it can be changed
  expect(() => Object.assign(state?.user ?? {}, { kind: 'admin' })).toThrow(TypeError);
  given.tracker?.navigate('/packages');
  expect(await screen.findByText('packages')).toBeVisible();
});

test('one that throws takes down its own box only, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  let tries = 0;
  const breaks = script(({ domElement }) => {
    tries += 1;
    if (tries === 1) throw new Error('boom');
    domElement.append('insight works');
  });
  await show([
    { name: 'insight', script: breaks },
    { name: 'tracker', script: script(({ domElement }) => domElement.append('tracker works')) },
  ]);
  expect(await screen.findByText('tracker works')).toBeVisible();
  expect(await screen.findByText('The insight front-end does not work right now.')).toBeVisible();
  expect(screen.getByText('the rest of the page')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('insight works')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('one that lets the shell draw what cannot be drawn takes down its own box only', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const breaks = script(({ domElement, components }) => {
    components?.table(domElement, { caption: 'x', columns: [], rows: null as never });
  });
  await show([{ name: 'insight', script: breaks }]);
  expect(await screen.findByText('The insight front-end does not work right now.')).toBeVisible();
  expect(screen.getByText('the rest of the page')).toBeVisible();
});

test('one that throws in a listener of its own is taken out too', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  await show([{ name: 'insight', script: script(({ domElement }) => domElement.append('insight works')) }]);
  await screen.findByText('insight works');
  const filename = `${window.location.origin}/ui/frontends/insight/insight-1.js`;
  window.dispatchEvent(
    new ErrorEvent('error', { filename: '/ui/js/other.js', error: new Error('not its own') }),
  );
  expect(screen.getByText('insight works')).toBeVisible();
  window.dispatchEvent(new ErrorEvent('error', { filename, error: new Error('boom') }));
  expect(await screen.findByText('The insight front-end does not work right now.')).toBeVisible();
  expect(screen.queryByText('insight works')).toBeNull();
});

test('failures are worded as the catalogue has them, and the demo as the demo has them', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  await show([
    { name: 'distribution', script: null },
    { name: 'tree', demo: true, script: null },
  ]);
  expect(await screen.findByText('Error: failed resolving microfrontend distribution')).toBeVisible();
  expect(await screen.findByText('Microfrontend tree fetching failed!')).toBeVisible();
});
