// `npm run bench`: the numbers of the design, as ratios of one run, each beside its goal. `npm run bench -- memory pages`
// runs only these; `people` runs only when it is named.

import { buildConsole, findBrowser, installPackages, run } from './tools.mjs';

const named = process.argv.slice(2);
const APART = ['journal', 'pages', 'typing'];
const ofServer = named.filter(name => !APART.includes(name));
const isChosen = name => named.length === 0 || named.includes(name);

try {
  installPackages();
  buildConsole();
  run('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'waybill']);
  if (isChosen('journal')) {
    const example = ['--example', 'append_bench'];
    run('cargo', ['run', '--release', '--locked', '--quiet', '-p', 'waybill-journal', ...example]);
  }
  if (named.length === 0 || ofServer.length > 0) {
    const bench = ['-p', 'waybill-tests', '--bench', 'waybill', '--', ...ofServer];
    run('cargo', ['bench', '--locked', '--quiet', ...bench]);
  }
  for (const name of ['pages', 'typing'].filter(isChosen)) {
    process.env.WAYBILL_BROWSER = findBrowser();
    run('node', [`tests/browser/${name}.bench.mjs`]);
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
