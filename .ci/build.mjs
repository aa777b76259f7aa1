// `npm run build`: the console and the release binary with the console inside.

import { buildConsole, inSteps, installPackages, run } from './tools.mjs';

inSteps([
  ['packages', installPackages],
  ['console', buildConsole],
  ['server', () => run('cargo', ['build', '--release', '--locked', '-p', 'waybill'])],
]);
