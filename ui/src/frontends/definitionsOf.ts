import type { Engine } from '@/engine/engine';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { browserStorage } from '@/lib/storage';
import { Definitions } from './definitions';
import { sharedStoreOf } from './sharedStore';

const known = new WeakMap<Engine, Definitions>();

/** The definitions that the server of an engine has, shared by all boxes of the page. */
export function definitionsOf(engine: Engine): Definitions {
  const there = known.get(engine);
  if (there) return there;
  const made = new Definitions({
    api: engine.api,
    storage: browserStorage,
    now: Date.now,
    // another build has other scripts, and another set of services other front-ends
    stamp: () => [engine.session.get()?.build ?? '', ...sharedStoreOf(engine).get().services].join(' '),
  });
  known.set(engine, made);
  // what was fetched for one user must not be shown to the next
  cacheEpoch.subscribe(() => made.forget());
  return made;
}
