// Builds the service front-ends, each by itself, into ui/dist/frontends/<name>/<name>-<hash>.js, and lists them for the
// server with the hash that browsers check their scripts by. Runs after the console's own build, which empties ui/dist.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './tools.mjs';

const source = join(root, 'ui/frontends');
const dist = join(root, 'ui/dist');
const names = readdirSync(source, { withFileTypes: true })
  .filter(entry => entry.isDirectory() && entry.name !== 'kit')
  .map(entry => entry.name)
  .sort();

const manifest = [];
for (const name of names) {
  const folder = join(source, name);
  const result = await build({
    configFile: false,
    root: folder,
    base: '/ui/',
    logLevel: 'warn',
    resolve: { alias: { '@': join(root, 'ui/src') } },
    build: {
      outDir: join(dist, 'frontends', name),
      emptyOutDir: true,
      target: 'es2022',
      copyPublicDir: false,
      rolldownOptions: {
        input: join(folder, 'main.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: `${name}-[hash].js`, codeSplitting: false },
      },
    },
  });
  if (!('output' in result)) throw new Error(`the front-end ${name} is not one bundle`);
  const [script, ...more] = result.output.map(file => file.fileName);
  // one file, one hash: the content of a second one would not be checked
  if (more.length > 0) throw new Error(`the front-end ${name} has more than one file: ${more.join(', ')}`);
  const { service, announces } = JSON.parse(readFileSync(join(folder, 'front-end.json'), 'utf8'));
  const path = `frontends/${name}/${script}`;
  const integrity = `sha384-${createHash('sha384')
    .update(readFileSync(join(dist, path)))
    .digest('base64')}`;
  manifest.push({ name, script: path, integrity, service, announces });
}
writeFileSync(join(dist, 'frontends/manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
