// Leaves a brotli and a gzip twin beside each text file of the built console. The server picks by what a browser
// accepts, so nothing is compressed during a request. The page itself has none: the server completes it, and compresses
// it when it starts.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root } from './tools.mjs';

const SMALLEST_BYTES = 512;
const dist = join(root, 'ui/dist');

for (const name of readdirSync(dist, { recursive: true })) {
  const path = join(dist, String(name));
  if (!/\.(js|css|svg|json)$/.test(path)) continue;
  const data = readFileSync(path);
  if (data.length < SMALLEST_BYTES) continue;
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${path}.br`, brotliCompressSync(data, best));
  writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
}
