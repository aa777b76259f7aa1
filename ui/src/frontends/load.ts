import type { FrontEnd } from '@/generated/api';
import { addressOf } from '@/lib/basePath';
import { loadChunk } from '@/lib/chunk';
import { report } from '@/lib/report';
import type { FrontEndModule } from './contract';
import type { Definitions } from './definitions';

/** Gets a script by its address and its hash; fails when either is not right. */
export type ImportScript = (address: string, integrity: string) => Promise<unknown>;

/** A front-end that has been loaded. */
export interface Loaded {
  definition: FrontEnd;
  module: FrontEndModule;
  /** The paths that it announced and that are its own. */
  paths: readonly string[];
}

/** MFE-04, word for word: as a text it reads 'Error: failed resolving microfrontend {name}'. */
export function unresolved(name: string, cause?: unknown): Error {
  return new Error(`failed resolving microfrontend ${name}`, { cause });
}

/** Finds a front-end's definition and gets its script. */
export async function loadFrontEnd(
  name: string,
  attempt: number,
  definitions: Pick<Definitions, 'find' | 'forget'>,
  importScript: ImportScript,
): Promise<Loaded> {
  const definition = await definitions.find(name);
  if (!definition) throw unresolved(name);
  // browsers cache failed imports; another address makes them try again
  const script = addressOf(definition.script);
  const address = attempt > 1 ? `${script}?attempt=${attempt}` : script;
  try {
    const module = await loadChunk(name, () => importScript(address, definition.integrity));
    return { definition, module: asFrontEnd(module), paths: ownPaths(definition, module) };
  } catch (cause) {
    definitions.forget();
    report('Could not fetch microfrontend application', cause);
    throw unresolved(name, cause);
  }
}

function asFrontEnd(script: unknown): FrontEndModule {
  const module = script as Partial<FrontEndModule> | null;
  const cycle = [module?.bootstrap, module?.mount, module?.unmount];
  if (!cycle.every(step => typeof step === 'function')) throw new Error('it exports no life cycle');
  return module as FrontEndModule;
}

/** MFE-05: announced paths that the server does not grant the front-end are dropped. */
function ownPaths(definition: FrontEnd, script: unknown): readonly string[] {
  const { announces } = script as { announces?: unknown };
  const announced = Array.isArray(announces) ? announces.filter(path => typeof path === 'string') : [];
  const foreign = announced.filter(path => !definition.paths.includes(path));
  if (foreign.length > 0)
    report('a front-end announces paths that are not its own', {
      name: definition.name,
      paths: foreign.join(' '),
    });
  return announced.filter(path => definition.paths.includes(path));
}

/**
 * The browser's own import. It takes no integrity hash, but a preload does, and an import uses what was preloaded: a
 * script whose hash is not the server's never runs.
 */
export const importScript: ImportScript = async (address, integrity) => {
  await new Promise<void>((resolve, reject) => {
    const preload = document.createElement('link');
    preload.rel = 'modulepreload';
    preload.href = address;
    preload.integrity = integrity;
    preload.onload = () => resolve();
    preload.onerror = () => reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`));
    document.head.append(preload);
  });
  return import(/* @vite-ignore */ address);
};
