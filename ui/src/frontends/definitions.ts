import type { FrontEnd, Sender } from '@/generated/api';
import * as calls from '@/generated/calls';
import { isObject, parseJson } from '@/lib/json';
import { report } from '@/lib/report';
import type { KeyValue } from '@/lib/storage';

/** Definitions are kept for one week (MFE-03). */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
export const KEY = 'waybill.front-ends';

export interface DefinitionsOptions {
  api: Sender;
  storage: KeyValue;
  now: () => number;
  /** What the definitions depend on besides time: the build of the server, and the services that run. */
  stamp: () => string;
}

/** The definitions of the front-ends: from the browser's storage for a week, then from the server. */
export class Definitions {
  readonly #options: DefinitionsOptions;
  #request: Promise<readonly FrontEnd[]> | null = null;

  constructor(options: DefinitionsOptions) {
    this.#options = options;
  }

  /** Undefined when there is no such front-end, or when the definitions cannot be read (MFE-04). */
  async find(name: string): Promise<FrontEnd | undefined> {
    const known = this.#kept() ?? (await this.#shared());
    return known.find(definition => definition.name === name);
  }

  /** The next definition is requested from the server: for a script that was not at its address. */
  forget(): void {
    this.#options.storage.write(KEY, null);
  }

  #kept(): readonly FrontEnd[] | null {
    const kept = parseJson(this.#options.storage.read(KEY) ?? '');
    if (!isObject(kept) || typeof kept.at !== 'number' || kept.stamp !== this.#options.stamp()) return null;
    const age = this.#options.now() - kept.at;
    // a date in the future was written before the clock was set back: its age is unknown
    return age >= 0 && age < KEPT_MS ? readDefinitions(kept.frontends) : null;
  }

  /** Several boxes that open at once share one request. */
  #shared(): Promise<readonly FrontEnd[]> {
    this.#request ??= this.#fetch().finally(() => {
      this.#request = null;
    });
    return this.#request;
  }

  async #fetch(): Promise<readonly FrontEnd[]> {
    const { api, storage, now, stamp } = this.#options;
    try {
      const frontends = (await calls.getSystemFrontends(api)).frontends.filter(isDefinition);
      storage.write(KEY, JSON.stringify({ at: now(), stamp: stamp(), frontends }));
      return frontends;
    } catch (error) {
      report('Could not fetch microfrontend application', error);
      return [];
    }
  }
}

function readDefinitions(stored: unknown): readonly FrontEnd[] {
  return Array.isArray(stored) ? stored.filter(isDefinition) : [];
}

/** Checks every field, since anyone who uses the browser can write to its storage. */
function isDefinition(value: unknown): value is FrontEnd {
  return (
    isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.integrity === 'string' &&
    typeof value.components === 'boolean' &&
    Array.isArray(value.paths) &&
    value.paths.every(path => typeof path === 'string') &&
    typeof value.script === 'string' &&
    /^\/ui\/frontends\/[\w./-]+\.js$/.test(value.script) &&
    !value.script.includes('..')
  );
}
