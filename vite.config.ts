import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = 'http://127.0.0.1:8046';

/**
 * Puts the script that sets the colour scheme into the page's head: not inline, which the server's policy forbids,
 * and not as a module, which would run after the first paint.
 */
function schemeScript(): Plugin {
  const source = readFileSync(here('./ui/src/app/boot/scheme.js'), 'utf8');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  const built = `js/scheme-${hash}.js`;
  let building = false;
  return {
    name: 'scheme-script',
    configResolved: config => {
      building = config.command === 'build';
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: built, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          attrs: { src: building ? `./${built}` : '/ui/src/app/boot/scheme.js' },
          injectTo: 'head',
        },
      ],
    },
  };
}

export default defineConfig(({ command }) => ({
  root: here('./ui'),
  // the server puts its own base path before what is relative to the page; files find each other by their own addresses
  base: command === 'build' ? './' : '/ui/',
  plugins: [react(), schemeScript()],
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
        entryFileNames: 'js/[name]-[hash].js',
        chunkFileNames: 'js/[name]-[hash].js',
        assetFileNames: asset =>
          asset.names.some(name => name.endsWith('.css'))
            ? 'css/[name]-[hash][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          // What the page itself needs, and so every part of it: two files instead of one for each circle of parts
          // that share something. The libraries' one outlives the releases that change only the console.
          groups: [
            { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial'], priority: 1 },
            { name: 'console', tags: ['$initial'] },
          ],
        },
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
