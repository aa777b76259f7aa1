// A server with packages, for the tests of a file: opened before them, and ended after them.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { inside } from './fixture';
import { Publisher } from './publishing';
import type { Server } from './server';

export interface PackageServer {
  browser: Browser;
  server: Server;
  /** A tab in which an administrator has signed in. */
  page: Page;
  publisher: Publisher;
  /** What a page reports as wrong; the tests fail with the first. */
  faults: string[];
}

/** Opens a server with these settings, and has the tests prepare it. */
export function servePackages(
  settings: string,
  prepare: (opened: PackageServer) => void | Promise<void>,
): void {
  let opened: PackageServer;

  beforeAll(async () => {
    const faults: string[] = [];
    const browser = await openBrowser();
    const { server, page } = await inside(browser, settings, faults);
    opened = { browser, server, page, publisher: new Publisher(server), faults };
    await prepare(opened);
  });

  afterAll(async () => {
    const { browser, server, page, publisher, faults } = opened;
    publisher.remove();
    await closeTabs(page.context());
    await browser.close();
    await server.end();
    expect(faults).toEqual([]);
  });
}
