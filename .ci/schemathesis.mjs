// Calls everything in docs/openapi.json with what fits its schemas and with what does not: as a visitor, as a member
// and as an administrator of a debug server of its own, from a fixed seed. `WAYBILL_SCHEMATHESIS` may name a program
// that is installed already; otherwise it is installed below the target directory.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binaryOf, root, run } from './tools.mjs';

const VERSION = '4';
const SEED = 8046;
/** All roles together. */
const SECONDS = 120;
const READY_WITHIN_MS = 60_000;
const PASSWORD = 'correct horse 7 staple';
const SETTINGS = '[installation.access]\nmfa_required = "nobody"\n';
/** These end the session that asks; a socket is spoken to in frames. */
const LEFT_OUT = '^/ui/api/v1/(ui/auth/(logout|login|sessions/revoke)|access/auth/login|socket)$';
const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';

function program() {
  if (process.env.WAYBILL_SCHEMATHESIS) return process.env.WAYBILL_SCHEMATHESIS;
  const folder = join(root, 'target', 'schemathesis');
  const installed = join(folder, 'bin', 'schemathesis');
  if (!existsSync(installed)) {
    run('python3', ['-m', 'venv', folder]);
    run(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}.*`]);
  }
  return installed;
}

/** A server in a folder; resolves when it is ready. */
async function start(folder) {
  const args = ['serve', '--listen', '127.0.0.1:0', '--data', join(folder, 'data')];
  const server = spawn(binaryOf('debug'), [...args, '--config', join(folder, 'config.toml')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  server.stdout.on('data', text => {
    printed += text;
  });
  const ended = new Promise(resolve => server.once('exit', resolve));
  const within = AbortSignal.timeout(READY_WITHIN_MS);
  while (!/Waybill is ready at (http:\S+?)\/ui\//.test(printed)) {
    await Promise.race([new Promise(resolve => server.stdout.once('data', resolve)), ended]);
    within.throwIfAborted();
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
  }
  return {
    origin: /Waybill is ready at (http:\S+?)\/ui\//.exec(printed)[1],
    setupToken: async () => {
      while (!/setup\?token=(\S+)/.test(printed))
        await new Promise(resolve => server.stdout.once('data', resolve));
      return /setup\?token=(\S+)/.exec(printed)[1];
    },
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** A browser without a face: the cookie, and calls with the console's own origin. */
async function visit(origin) {
  let cookie = '';
  const call = async (method, path, body) => {
    const headers = { origin, cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/ui/api/v1/${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  await call('GET', 'session');
  return { call, cookie: () => cookie };
}

const logIn = (browser, user, password) =>
  browser.call('POST', 'ui/auth/login?_spring_security_remember_me=false', { user, password, type: 'login' });

/** The cookies of the three roles on a server that has them. */
async function roles(folder) {
  const first = await start(folder);
  const claim = { token: await first.setupToken(), user: 'ann', password: PASSWORD };
  await (await visit(first.origin)).call('POST', 'setup', claim);
  await first.stop();
  const add = ['user', 'add', 'bob', '--data', join(folder, 'data')];
  const given = spawnSync(binaryOf('debug'), add, { encoding: 'utf8' }).stdout.trim().split(' ').at(-1);
  const server = await start(folder);
  const [visitor, member, administrator] = await Promise.all([1, 2, 3].map(() => visit(server.origin)));
  await logIn(member, 'bob', given);
  await member.call('POST', 'ui/auth/changePassword', { user: 'bob', current: given, new: `${PASSWORD} 9` });
  await logIn(member, 'bob', `${PASSWORD} 9`);
  await logIn(administrator, 'ann', PASSWORD);
  return { server, browsers: { visitor, member, administrator } };
}

/** Runs it; throws a sentence when something does not hold. */
export async function schemathesis() {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-schemathesis-'));
  writeFileSync(join(folder, 'config.toml'), SETTINGS);
  const { server, browsers } = await roles(folder);
  const wrong = [];
  try {
    const all = Object.entries(browsers);
    for (const [role, browser] of all) {
      console.log(`\n== as ${role}`);
      const headers = ['-H', `Cookie: ${browser.cookie()}`, '-H', `Origin: ${server.origin}`];
      const args = ['run', join(root, 'docs', 'openapi.json'), '--url', server.origin, ...headers];
      args.push('--checks', CHECKS, '--exclude-path-regex', LEFT_OUT, '--phases', 'coverage,fuzzing');
      args.push('--seed', String(SEED), '--max-time', String(SECONDS / all.length), '--warnings', 'off');
      args.push('--continue-on-failure', '--no-color');
      const done = spawnSync(program(), args, { stdio: 'inherit', cwd: folder });
      if (done.status !== 0) wrong.push(role);
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  if (wrong.length > 0) throw new Error(`docs/openapi.json does not hold for ${wrong.join(', ')}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  schemathesis().catch(error => {
    console.error(error.message);
    process.exit(1);
  });
}
