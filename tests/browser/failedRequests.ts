import type { Page } from 'playwright-core';

/** What a browser calls a request that a page has given up by itself. */
const GIVEN_UP = 'net::ERR_ABORTED';

/** Collects, as they come, the requests of a tab that were refused or not answered. */
export function failedRequests(page: Page): string[] {
  const failed: string[] = [];
  const note = (what: string | number, url: string) => failed.push(`${what} ${new URL(url).pathname}`);
  page.on('response', response => {
    if (response.status() >= 400) note(response.status(), response.url());
  });
  page.on('requestfailed', request => {
    const why = request.failure()?.errorText ?? '';
    if (why !== GIVEN_UP) note(why, request.url());
  });
  return failed;
}
