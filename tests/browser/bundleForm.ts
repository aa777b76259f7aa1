import type { Locator } from 'playwright-core';
import { WHOLE } from './whole';

/** How many bundles are made once `chooseServices` has chosen. */
export const CHOSEN = WHOLE ? 6 : 2;

/**
 * Chooses the services in the form for support bundles: scanning and the tracker, or all with `WHOLE`. Each bundle has a
 * dump of all threads, which takes seconds in a build without optimisation.
 */
export async function chooseServices(form: Locator): Promise<void> {
  if (WHOLE) return;
  const services = form.getByRole('group', { name: 'Services, one bundle each' });
  for (const name of ['Repository', 'Distribution', 'Mission control', 'Insight'])
    await services.getByRole('checkbox', { name, exact: true }).uncheck();
}
