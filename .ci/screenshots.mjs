// `npm run screenshots`: every page in both schemes and at both widths, into gallery/, with an index to look through.

import { join } from 'node:path';
import { buildConsole, findBrowser, inSteps, installPackages, installTestTools, root, run } from './tools.mjs';

const folder = join(root, 'gallery');
process.env.WAYBILL_BIN = join(root, 'target/debug/waybill');
process.env.WAYBILL_GALLERY = folder;

inSteps([
  ['packages', installPackages],
  ['tools', installTestTools],
  ['browser', () => void (process.env.WAYBILL_BROWSER = findBrowser())],
  ['console', buildConsole],
  ['server', () => run('cargo', ['build', '--workspace', '--locked'])],
  ['gallery', () => run('npx', ['vitest', 'run', '--config', 'tests/browser/vitest.config.ts', 'every-page'])],
]);
console.log(`Look at ${join(folder, 'index.html')}`);
