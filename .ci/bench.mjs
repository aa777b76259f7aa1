// `npm run bench`: the numbers of the design, as ratios of one run, each beside its goal.

import { buildConsole, findBrowser, installPackages, run } from './tools.mjs';

try {
  installPackages();
  buildConsole();
  run('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'waybill']);
  run('cargo', [
    'run',
    '--release',
    '--locked',
    '--quiet',
    '-p',
    'waybill-journal',
    '--example',
    'append_bench',
  ]);
  run('cargo', ['bench', '--locked', '--quiet', '-p', 'waybill-tests', '--bench', 'waybill']);
  process.env.WAYBILL_BROWSER = findBrowser();
  run('node', ['tests/browser/pages.bench.mjs']);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
