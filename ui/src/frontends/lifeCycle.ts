import { assign, fromPromise, setup } from 'xstate';
import { report } from '@/lib/report';
import type { FrontEndProps } from './contract';
import type { Loaded } from './load';
import type { MountParcel, Parcel } from './parcel';

export interface LifeCycleInput {
  name: string;
  load: (attempt: number) => Promise<Loaded>;
  mountParcel: MountParcel;
  /** What the front-end is given in a box; asked for at the moment of mounting. */
  propsOf: (box: HTMLElement, loaded: Loaded) => FrontEndProps;
}

export type LifeCycleEvent =
  | { type: 'mount'; host: HTMLElement }
  | { type: 'unmount' }
  | { type: 'update' }
  | { type: 'retry' }
  /** The front-end has thrown after it was mounted. */
  | { type: 'fault'; error: unknown };

interface Context extends LifeCycleInput {
  host: HTMLElement | null;
  attempt: number;
  loaded: Loaded | null;
  box: HTMLElement | null;
  parcel: Parcel | null;
  error: unknown;
}

/** The life of one front-end in one box. What goes wrong in it ends in `failed`, from where it can be tried again. */
export const lifeCycle = setup({
  // XState takes its types from these casts
  types: { context: {} as Context, events: {} as LifeCycleEvent, input: {} as LifeCycleInput },
  actors: {
    load: fromPromise<Loaded, Context>(({ input }) => input.load(input.attempt)),
    mount: fromPromise<void, Context>(({ input }) => input.parcel?.ready ?? Promise.resolve()),
    unmount: fromPromise<void, Context>(({ input }) => input.parcel?.remove() ?? Promise.resolve()),
  },
  actions: {
    remember: assign(({ event }) => (event.type === 'mount' ? { host: event.host } : {})),
    forgetHost: assign({ host: null }),
    begin: assign(({ context }) => ({
      attempt: context.attempt + 1,
      loaded: null,
      parcel: null,
      error: null,
    })),
    open: assign(({ context: { host, loaded, name, mountParcel, propsOf } }) => {
      if (!host || !loaded) return {};
      // a new element for each try: what a broken front-end still does happens in a detached element
      const box = host.ownerDocument.createElement('div');
      host.append(box);
      return { box, parcel: mountParcel(name, loaded.module, propsOf(box, loaded)) };
    }),
    close: assign(({ context }) => {
      context.box?.remove();
      return { box: null };
    }),
    update: ({ context: { box, loaded, parcel, propsOf } }) => {
      if (box && loaded) parcel?.update(propsOf(box, loaded));
    },
    leaveQuietly: ({ context }) => void context.parcel?.remove(),
    failedToSetUp: (_, { error }: { error: unknown }) =>
      report('Could not setup microfrontend application', error),
    fail: assign((_, { error }: { error: unknown }) => ({ error })),
  },
}).createMachine({
  id: 'frontEnd',
  context: ({ input }) => ({
    ...input,
    host: null,
    attempt: 0,
    loaded: null,
    box: null,
    parcel: null,
    error: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      on: { mount: { target: 'loading', actions: 'remember' } },
    },
    loading: {
      entry: 'begin',
      invoke: {
        src: 'load',
        input: ({ context }) => context,
        onDone: { target: 'mounting', actions: assign({ loaded: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { unmount: { target: 'idle', actions: 'forgetHost' } },
    },
    mounting: {
      entry: 'open',
      invoke: {
        src: 'mount',
        input: ({ context }) => context,
        onDone: 'mounted',
        onError: {
          target: 'failed',
          actions: [
            { type: 'failedToSetUp', params: ({ event }) => ({ error: event.error }) },
            { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
      on: { unmount: 'unmounting', update: { actions: 'update' } },
    },
    mounted: {
      on: {
        unmount: 'unmounting',
        update: { actions: 'update' },
        fault: {
          target: 'failed',
          actions: [
            'leaveQuietly',
            { type: 'failedToSetUp', params: ({ event }) => ({ error: event.error }) },
            { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
    },
    failed: {
      entry: 'close',
      on: {
        retry: 'loading',
        unmount: { target: 'idle', actions: 'forgetHost' },
      },
    },
    unmounting: {
      entry: 'forgetHost',
      exit: 'close',
      invoke: {
        src: 'unmount',
        input: ({ context }) => context,
        onDone: [{ guard: ({ context }) => context.host !== null, target: 'loading' }, { target: 'idle' }],
        onError: 'idle',
      },
      // the page was opened again before the front-end was unmounted
      on: { mount: { actions: 'remember' } },
    },
  },
});
