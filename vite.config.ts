import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = 'http://127.0.0.1:8046';

export default defineConfig({
  root: here('./ui'),
  base: '/ui/',
  plugins: [react()],
  resolve: { alias: { '@': here('./ui/src') } },
  build: {
    outDir: here('./ui/dist'),
    emptyOutDir: true,
    target: 'es2022',
    // the server's policy allows no inline anything, so nothing may become a data: script or style
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: 'js/[name]-[hash].js',
        chunkFileNames: 'js/[name]-[hash].js',
        assetFileNames: asset =>
          asset.names.some(name => name.endsWith('.css'))
            ? 'css/[name]-[hash][extname]'
            : 'assets/[name]-[hash][extname]',
      },
    },
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
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
  },
});
