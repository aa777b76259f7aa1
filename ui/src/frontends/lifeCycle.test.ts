// covers: [MFE-03, MFE-04]
import { getConfig } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { FrontEndModule, FrontEndProps } from './contract';
import { type LifeCycleInput, lifeCycle } from './lifeCycle';
import type { Loaded } from './load';
import { MOUNT_TIMEOUT_MS, mountParcel } from './parcel';

let log: MockInstance;

/** Unlike the one of Testing Library, it works with fake timers that stand still. */
const waitFor = (check: () => void) => vi.waitFor(check, getConfig().asyncUtilTimeout);

beforeEach(() => {
  log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

afterEach(() => {
  vi.useRealTimers();
});

const plain = {
  bootstrap: async () => null,
  mount: async ({ domElement }: FrontEndProps) => domElement.append('shown'),
  unmount: async ({ domElement }: FrontEndProps) => domElement.replaceChildren(),
};

/** A front-end in a box, mounted by the real single-spa. */
function open(module: FrontEndModule, more: Partial<LifeCycleInput> = {}) {
  const loaded: Loaded = {
    definition: { name: 'tree', script: '/x.js', integrity: '', paths: [], components: false },
    module,
    paths: [],
  };
  const load = vi.fn((_attempt: number) => Promise.resolve(loaded));
  const input: LifeCycleInput = {
    name: 'tree',
    load,
    mountParcel,
    propsOf: domElement => ({ domElement }) as FrontEndProps,
    ...more,
  };
  const actor = createActor(lifeCycle, { input }).start();
  const host = document.createElement('div');
  const until = (state: string) => waitFor(() => expect(actor.getSnapshot().value).toBe(state));
  return { actor, host, load, until, mount: () => actor.send({ type: 'mount', host }) };
}

test('it is loaded, mounted, updated, and taken out without a trace', async () => {
  const update = vi.fn(async () => null);
  const { actor, host, mount, until } = open({ ...plain, update });
  mount();
  await until('mounted');
  expect(host).toHaveTextContent('shown');
  actor.send({ type: 'update' });
  await waitFor(() => expect(update).toHaveBeenCalledOnce());
  actor.send({ type: 'unmount' });
  await until('idle');
  expect(host).toBeEmptyDOMElement();
  mount();
  await until('mounted');
  expect(log).not.toHaveBeenCalled();
});

test('one that throws while it mounts has failed, is logged, and can be tried again', async () => {
  const step = vi.fn(plain.mount);
  step.mockImplementationOnce(async ({ domElement }) => {
    domElement.append('half');
    throw new Error('boom');
  });
  const { actor, host, load, mount, until } = open({ ...plain, mount: step });
  mount();
  await until('failed');
  expect(host).toBeEmptyDOMElement();
  expect(log).toHaveBeenCalledWith('waybill: Could not setup microfrontend application', expect.any(Error));
  actor.send({ type: 'retry' });
  await until('mounted');
  expect(host).toHaveTextContent(/^shown$/);
  expect(load.mock.calls).toEqual([[1], [2]]);
});

test('a mount that takes longer than 100 s has failed', async () => {
  vi.useFakeTimers();
  const { actor, mount } = open({ ...plain, mount: () => new Promise(() => undefined) });
  mount();
  // single-spa comes as a chunk, which is no matter of time
  await waitFor(() => expect(actor.getSnapshot().value).toBe('mounting'));
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(MOUNT_TIMEOUT_MS - 1_000);
  expect(actor.getSnapshot().value).toBe('mounting');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(actor.getSnapshot().value).toBe('failed');
  expect(log).toHaveBeenCalledWith('waybill: Could not setup microfrontend application', expect.any(Error));
  expect(MOUNT_TIMEOUT_MS).toBe(100_000);
});

test('one that throws later, or whose leaving fails, takes nothing else with it', async () => {
  const { actor, host, mount, until } = open({ ...plain, unmount: () => Promise.reject(new Error('stuck')) });
  mount();
  await until('mounted');
  actor.send({ type: 'fault', error: new Error('boom') });
  await until('failed');
  expect(host).toBeEmptyDOMElement();
  actor.send({ type: 'retry' });
  await until('mounted');
  actor.send({ type: 'unmount' });
  await until('idle');
  expect(host).toBeEmptyDOMElement();
});

test('a page that leaves while it loads, and comes back while it goes, gets one front-end', async () => {
  const { actor, host, mount, until } = open(plain);
  mount();
  actor.send({ type: 'unmount' });
  expect(actor.getSnapshot().value).toBe('idle');
  mount();
  await until('mounted');
  actor.send({ type: 'unmount' });
  mount();
  expect(actor.getSnapshot().value).toBe('unmounting');
  await until('mounted');
  expect(host.childElementCount).toBe(1);
});
