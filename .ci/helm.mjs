// The chart of docs/helm: rendered by the template engine and the functions of Helm, with few values and with all, and
// compared with the schemas of Kubernetes; its configuration is read by the server. Helm itself is not in Debian.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, binaryOf, installDebian, root, run } from './tools.mjs';

/** Schemas of Kubernetes, with a program that compares. */
const VALIDATOR = 'kubernetes-validate==1.37.0';
/** The engine of templates, and the libraries that Helm uses in it, as Debian has them. */
const ENGINE = ['golang-go', 'golang-github-masterminds-sprig-dev', 'golang-k8s-sigs-yaml-dev'];
const SOURCES = '/usr/share/gocode';
const CHART = join(root, 'docs/helm/waybill');
const FOLDER = join(root, 'target', 'helm');

function validator() {
  const installed = join(FOLDER, 'venv', 'bin', 'kubernetes-validate');
  if (!existsSync(installed)) {
    run('python3', ['-m', 'venv', join(FOLDER, 'venv')]);
    run(join(FOLDER, 'venv', 'bin', 'pip'), ['install', '--quiet', VALIDATOR]);
  }
  return installed;
}

function renderer() {
  const program = join(FOLDER, 'render');
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: SOURCES, GOCACHE: join(FOLDER, 'go') };
  run('go', ['build', '-o', program, join(root, '.ci/helm/render.go')], { env });
  return program;
}

/** What the chart makes of values; a file of it, too. */
function rendered(program, release, values) {
  const text = execFileSync(program, [CHART, release, ...values], { encoding: 'utf8' });
  const file = join(FOLDER, `${release}.yaml`);
  writeFileSync(file, text);
  return { text, file };
}

/** The configuration within a rendered chart: the lines below its key, without their indentation. */
function configurationIn(text) {
  const lines = text.split('waybill.toml: |\n')[1].split('\n');
  const end = lines.findIndex(line => line !== '' && !line.startsWith('    '));
  return lines
    .slice(0, end)
    .map(line => line.slice(4))
    .join('\n');
}

/** The program that the image has: the chart names its version. */
const server = () => process.env.WAYBILL_BIN ?? binaryOf('debug');

function namesTheVersion() {
  const version = ask(server(), ['--version'])?.split(' ')[1];
  const chart = readFileSync(join(CHART, 'Chart.yaml'), 'utf8');
  const named = /^appVersion: (\S+)$/m.exec(chart)?.[1];
  if (named !== version) throw new Error(`Chart.yaml names the version ${named}, and this is ${version}`);
}

function check() {
  namesTheVersion();
  mkdirSync(FOLDER, { recursive: true });
  const [program, validate] = [renderer(), validator()];
  const all = join(root, 'docs/helm/all.values.yaml');
  const charts = [rendered(program, 'few', []), rendered(program, 'all', [all])];
  run(validate, ['--strict', ...charts.map(({ file }) => file)]);
  for (const { text } of charts) {
    const file = join(FOLDER, 'waybill.toml');
    writeFileSync(file, configurationIn(text));
    run(server(), ['config', 'check', file]);
  }
  // A value that no template uses does nothing, which nothing else reports.
  const templates = ask(
    'cat',
    ['server', 'service', 'ingress', 'configuration'].map(name => join(CHART, `templates/${name}.yaml`)),
  );
  const keys = readFileSync(join(CHART, 'values.yaml'), 'utf8').match(/^\w+(?=:)/gm) ?? [];
  const unused = keys.filter(key => !templates?.includes(`.Values.${key}`));
  if (unused.length > 0) throw new Error(`no template uses ${unused.join(', ')}`);
}

if (!existsSync(join(SOURCES, 'src/github.com/Masterminds/sprig'))) installDebian(ENGINE);
if (!ask('which', ['go'])) console.log('NOT RUN: there is no Go');
else check();
