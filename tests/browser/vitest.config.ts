import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SLOWNESS } from './slowness.ts';

// Real server, real browser, one test after another: two browsers at once would only slow each other down.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['*.test.ts'],
    fileParallelism: false,
    // each step of a test has a limit of its own; these are for machines on which there are many slow steps
    testTimeout: 300_000 * SLOWNESS,
    hookTimeout: 180_000 * SLOWNESS,
    // as long as a tab waits for what it is to find: speed is not tested here
    expect: { poll: { timeout: 15_000 * SLOWNESS } },
  },
});
