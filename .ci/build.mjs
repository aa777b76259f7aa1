// `npm run build`: the console and the release binary with the console inside.

import { inSteps } from './steps.mjs';
import { buildConsole, installPackages, run } from './tools.mjs';

inSteps([
  ['packages', installPackages],
  ['console', buildConsole],
  ['server', () => run('cargo', ['build', '--release', '--locked', '-p', 'waybill'])],
]);
