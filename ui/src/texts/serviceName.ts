import { texts } from './status';

/**
 * What a service is called on every page. One that this build does not know, as another platform may run, is called by
 * its id.
 */
export function serviceName(service: string): string {
  const known: Readonly<Record<string, string>> = texts.service;
  return Object.hasOwn(texts.service, service) ? (known[service] ?? service) : service;
}
