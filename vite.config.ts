import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { groups } from './.ci/chunks.mjs';
import { firstPaint } from './.ci/first-paint.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = 'http://127.0.0.1:8046';

export default defineConfig(({ command }) => ({
  root: here('./ui'),
  // the server puts its own base path before what is relative to the page; files find each other by their own addresses
  base: command === 'build' ? './' : '/ui/',
  plugins: [react(), firstPaint()],
  resolve: { alias: { '@': here('./ui/src') } },
  build: {
    outDir: here('./ui/dist'),
    emptyOutDir: true,
    target: 'es2022',
    // the server's policy allows no inline anything, so nothing may become a data: script or style
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // for the size budget: what is loaded together
    manifest: true,
    rolldownOptions: {
      output: {
        // short, and 42 bits each: the names of all parts are in what every page loads
        entryFileNames: 'js/[name]-[hash:7].js',
        chunkFileNames: ({ name }) => `js/${name.replace(/\..*/, '')}-[hash:7].js`,
        assetFileNames: asset =>
          asset.names.some(name => name.endsWith('.css'))
            ? 'css/[name]-[hash:6][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: groups() },
      },
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'workers/[name]-[hash].js' } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/ui/api': { target: server, ws: true } },
  },
  test: {
    root: here('./ui'),
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'frontends/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // all that there is: nothing else runs meanwhile that would need one
    maxWorkers: '100%',
    // typing into a form takes seconds on a busy machine, and how quick things are is not tested here
    testTimeout: 60_000,
  },
}));
