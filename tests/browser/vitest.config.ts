import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS, SLOWNESS } from './slowness.ts';

// Real servers and real browsers, two files at a time: one alone leaves a third of two cores idle, since its tests
// mostly wait for the page.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['**/*.test.ts'],
    maxWorkers: 2,
    // The files of a worker share its process and its browser: importing Playwright and starting a browser took nearly
    // two seconds of each file. What else they share is in `browser.ts`, `server.ts` and `pictures.ts`.
    isolate: false,
    // each step of a test has a limit of its own; these are for machines on which there are many slow steps
    testTimeout: 300_000 * SLOWNESS,
    hookTimeout: 180_000 * SLOWNESS,
    // as long as a tab waits for what it is to find
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
