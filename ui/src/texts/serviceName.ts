import { texts } from './services';

/**
 * What a service is called on every page. One that this build does not know, as another platform may run, is called by
 * its id.
 */
export function serviceName(service: string): string {
  const known: Readonly<Record<string, string>> = texts;
  return Object.hasOwn(texts, service) ? (known[service] ?? service) : service;
}
