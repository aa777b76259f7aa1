import type { Api } from '@/engine/api';
import { isObject, parseJson } from '@/lib/json';
import { report } from '@/lib/report';
import type { KeyValue } from '@/lib/storage';

/** A front-end as the server defines it. */
export interface Definition {
  name: string;
  script: string;
  integrity: string;
  paths: readonly string[];
  components: boolean;
}

/** Definitions are kept for one week (MFE-03). */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
export const KEY = 'waybill.front-ends';

export interface DefinitionsOptions {
  api: Pick<Api, 'get'>;
  storage: KeyValue;
  now: () => number;
  /** What the definitions depend on besides time: the build of the server, and the services that run. */
  stamp: () => string;
}

/** The definitions of the front-ends: from the browser's storage for a week, then from the server. */
export class Definitions {
  readonly #options: DefinitionsOptions;
  #asking: Promise<readonly Definition[]> | null = null;

  constructor(options: DefinitionsOptions) {
    this.#options = options;
  }

  /** Undefined when there is no such front-end, or when the definitions cannot be read (MFE-04). */
  async find(name: string): Promise<Definition | undefined> {
    const known = this.#kept() ?? (await this.#ask());
    return known.find(definition => definition.name === name);
  }

  /** The next question goes to the server: after a script that was not where its definition says. */
  forget(): void {
    this.#options.storage.write(KEY, null);
  }

  #kept(): readonly Definition[] | null {
    const kept = parseJson(this.#options.storage.read(KEY) ?? '');
    if (!isObject(kept) || typeof kept.at !== 'number' || kept.stamp !== this.#options.stamp()) return null;
    const age = this.#options.now() - kept.at;
    // a date in the future was written before the clock was set back: its age is unknown
    return age >= 0 && age < KEPT_MS ? readDefinitions(kept) : null;
  }

  /** Several boxes that open at once ask once. */
  #ask(): Promise<readonly Definition[]> {
    this.#asking ??= this.#fetch().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #fetch(): Promise<readonly Definition[]> {
    const { api, storage, now, stamp } = this.#options;
    try {
      const frontends = await api.get('system/frontends', readDefinitions);
      storage.write(KEY, JSON.stringify({ at: now(), stamp: stamp(), frontends }));
      return frontends;
    } catch (error) {
      report('Could not fetch microfrontend application', error);
      return [];
    }
  }
}

function readDefinitions(body: unknown): readonly Definition[] {
  const list = isObject(body) && Array.isArray(body.frontends) ? body.frontends : [];
  return list.filter(isDefinition);
}

function isDefinition(value: unknown): value is Definition {
  return (
    isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.integrity === 'string' &&
    typeof value.components === 'boolean' &&
    Array.isArray(value.paths) &&
    value.paths.every(path => typeof path === 'string') &&
    typeof value.script === 'string' &&
    // anyone who uses the browser can write to its storage
    /^\/ui\/frontends\/[\w./-]+\.js$/.test(value.script) &&
    !value.script.includes('..')
  );
}
