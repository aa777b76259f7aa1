import { createAtom } from '@xstate/store';
import type { Engine } from '@/engine/engine';
import { machineNames } from '@/engine/machines';
import { report } from '@/lib/report';
import { language } from '@/texts/i18n/languages';
import type { SharedState, SharedStore } from './contract';

const stores = new WeakMap<Engine, SharedStore>();

/** The store that all front-ends of a page share: what the shell knows, for reading. */
export function sharedStoreOf(engine: Engine): SharedStore {
  const known = stores.get(engine);
  if (known) return known;
  const made = makeSharedStore(engine);
  stores.set(engine, made);
  return made;
}

function makeSharedStore(engine: Engine): SharedStore {
  const store = createAtom(stateOf(engine));
  let due = false;
  const refresh = () => {
    if (due) return;
    due = true;
    // one push changes several of its sources; the front-ends are notified once
    queueMicrotask(() => {
      due = false;
      store.set(stateOf(engine));
    });
  };
  engine.footer.subscribe(refresh);
  engine.identity.subscribe(refresh);
  engine.records.subscribe(refresh);
  engine.link.subscribe(refresh);
  language.subscribe(refresh);
  engine.mirror.actor('startup').subscribe(refresh);
  return {
    get: store.get,
    subscribe: listener => {
      const subscription = store.subscribe(() => {
        try {
          listener();
        } catch (error) {
          // a listener that throws must not keep the others from being called
          report('a front-end threw over a change of the shared store', error);
        }
      });
      return () => subscription.unsubscribe();
    },
  };
}

function stateOf(engine: Engine): SharedState {
  const startup = engine.mirror.stateOf('startup');
  const facts = startup?.state === 'ready' ? startup.facts : null;
  const footer = engine.footer.get();
  const identity = engine.identity.get();
  const records = engine.records.get();
  const steps = new Map<string, number>();
  let refusals = 0;
  for (const record of records) {
    steps.set(record.machine, (steps.get(record.machine) ?? 0) + 1);
    if (record.refused !== null) refusals += 1;
  }
  const machines = machineNames.flatMap(name => {
    const state = engine.mirror.view(name)?.state.state;
    return state === undefined ? [] : [{ name, state, steps: steps.get(name) ?? 0 }];
  });
  const state: SharedState = {
    footer: { serverName: footer?.serverName || null, logoUrl: footer?.logoUrl || null },
    user: {
      kind: identity?.person == null ? 'anonymous' : facts?.user.admin ? 'admin' : 'user',
      name: identity?.name ?? null,
    },
    language: language.get(),
    licence: facts?.licence ?? 'NONE',
    services: facts?.services.map(service => service.name) ?? [],
    live: engine.link.getSnapshot().matches({ wire: { online: 'live' } }),
    session: {
      steps: records.length,
      refusals,
      latest: records.at(-1)?.at ?? null,
      machines,
    },
  };
  return freeze(state);
}

/** Frozen, and not only read-only by type: a front-end is foreign code. */
function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && !Object.isFrozen(part)) freeze(part);
  }
  return Object.freeze(value);
}
