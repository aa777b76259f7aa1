// `npm run bench`: the numbers of the design, as ratios of one run, each beside its goal.

import { buildConsole, installPackages, run } from './tools.mjs';

installPackages();
buildConsole();
run('cargo', ['build', '--release', '--locked', '-p', 'waybill', '-p', 'waybill-tests', '--bins']);
run('target/release/waybill-bench', process.argv.slice(2));
