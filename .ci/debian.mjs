// What an administrator does, step by step, in a clean Debian root folder with nothing in it but Debian's packages and
// the server: the units are valid, a socket of systemd starts the server, users sign in behind nginx and the log has
// their addresses, a certificate is renewed, a backup is made and restored, and a data directory of an older build is
// taken over. Part of `npm run test:all`; run as root, since a root folder is entered by chroot.

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { binaryOf, installTools, root, run } from './tools.mjs';

/** Kept for the next run, so on a disk. Not below the project: its tools would follow the links in it. */
const folder = '/var/tmp/waybill-debian';
const debian = join(folder, 'root');
/** procps has the program that the unit reloads with. */
const PACKAGES = 'systemd,procps,nginx-light,openssl';
/** The build before limits, known devices and the manifest of the data directory. */
const OLD = '8f46273';
const PASSWORD = 'correct horse 7 staple';
const READY_WITHIN_MS = 60_000;
/** An address of the loopback that nothing else comes from. */
const CLIENT = '127.0.0.77';

const at = path => join(debian, path);
const write = (path, text) => {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), text);
};

function assert(holds, what) {
  if (!holds) throw new Error(what);
}

/** Runs a command in the root folder and returns what it prints. */
function inDebian(...words) {
  const done = spawnSync('chroot', [debian, ...words], { encoding: 'utf8' });
  const printed = `${done.stdout}${done.stderr}`;
  assert(done.status === 0, `'${words.join(' ')}' failed (${done.status}): ${printed}`);
  return printed;
}

const running = new Set();

/** Starts a program in the root folder; what it prints is in `printed`. */
function start(...words) {
  const child = spawn('chroot', [debian, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const program = { child, printed: '', ended: new Promise(resolve => child.once('exit', resolve)) };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      program.printed += text;
    });
  }
  running.add(program);
  return program;
}

async function stop(program, signal = 'SIGTERM') {
  program.child.kill(signal);
  await program.ended;
  running.delete(program);
}

/** Polls until something holds. */
async function until(holds, what, program) {
  const end = Date.now() + READY_WITHIN_MS;
  while (!(await holds())) {
    assert(Date.now() < end, `${what}: ${program?.printed ?? ''}`);
    assert(program?.child.exitCode == null, `the program has ended; ${what}: ${program?.printed}`);
    await sleep(50);
  }
}

function freePort() {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** A browser at an address of its own. Certificates are of the root folder's own making. */
function browser(port) {
  const cookies = new Map();
  const agent = new Agent({ rejectUnauthorized: false, localAddress: CLIENT });
  const origin = `https://127.0.0.1:${port}`;
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { origin, cookie, 'content-type': 'application/json' };
      const options = { host: '127.0.0.1', port, agent, method, path: `/ui/api/v1/${path}`, headers };
      const sent = request(options, answer => {
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
          cookies.set(name, value);
        }
        let text = '';
        answer.setEncoding('utf8').on('data', part => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
}

async function setUp(port, server) {
  const send = browser(port);
  await until(
    async () => (await send('GET', 'session').catch(() => ({}))).status === 200,
    'no answer',
    server,
  );
  await until(() => /setup\?token=\S+\n/.test(server.printed), 'there is no set-up link', server);
  const token = /setup\?token=(\S+)\n/.exec(server.printed)[1];
  const made = await send('POST', 'setup', { token, user: 'ann', password: PASSWORD });
  assert(made.status === 200, `the administrator is not made: ${made.text}`);
}

async function signIn(port, server) {
  const send = browser(port);
  await until(
    async () => (await send('GET', 'session').catch(() => ({}))).status === 200,
    'no answer',
    server,
  );
  const form = { user: 'ann', password: PASSWORD, type: 'login' };
  const answer = await send('POST', 'ui/auth/login?_spring_security_remember_me=false', form);
  assert(answer.status === 200, `ann cannot sign in: ${answer.text}`);
  assert(JSON.parse((await send('GET', 'ui/auth/current')).text).name === 'ann', 'ann is not signed in');
}

function makeRoot() {
  if (!existsSync(at('usr/sbin/nginx')) || !existsSync(at('bin/kill'))) {
    const sources = ['/etc/apt/sources.list', '/etc/apt/sources.list.d/debian.sources'].find(existsSync);
    const release = /VERSION_CODENAME=(\w+)/.exec(readFileSync('/etc/os-release', 'utf8'))[1];
    rmSync(debian, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    run('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${PACKAGES}`, release, debian, sources]);
  }
  rmSync(at('var/lib/waybill'), { recursive: true, force: true });
  rmSync(at('var/backups/waybill'), { recursive: true, force: true });
  for (const name of ['service', 'socket']) {
    cpSync(join(root, `docs/systemd/waybill.${name}`), at(`etc/systemd/system/waybill.${name}`));
  }
  cpSync(binaryOf('debug'), at('usr/bin/waybill'));
  inDebian('waybill', 'man', '/usr/share/man/man1');
}

function makeCertificate() {
  const names = ['-subj', '/CN=waybill.example.org', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', '/etc/ssl/waybill.key', '-out', '/etc/ssl/waybill.pem'];
  inDebian('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', ...files, ...names);
}

/** Writes the configuration for a public port. */
function configure(port, more = '') {
  const installation = '[installation.access]\nmfa_required = "nobody"\n';
  write('etc/waybill/waybill.toml', `public_url = "https://127.0.0.1:${port}"\n${more}${installation}`);
}

const SERVE = ['/usr/bin/waybill', 'serve', '--config', '/etc/waybill/waybill.toml', '--data'];

/** The units are valid, and a socket of systemd starts the server behind nginx. */
async function behindNginx() {
  inDebian(
    'systemd-analyze',
    'verify',
    '--man=no',
    '/etc/systemd/system/waybill.service',
    '/etc/systemd/system/waybill.socket',
  );
  const [inner, outer] = [await freePort(), await freePort()];
  configure(outer, 'trusted_proxies = ["127.0.0.1"]\n');
  const site = readFileSync(join(root, 'docs/proxies/nginx.conf'), 'utf8');
  write(
    'etc/nginx/conf.d/waybill.conf',
    site.replace('127.0.0.1:8046', `127.0.0.1:${inner}`).replace('443 ssl', `${outer} ssl`),
  );
  rmSync(at('etc/nginx/sites-enabled/default'), { force: true });
  mkdirSync(at('dev'), { recursive: true });
  const server = start('systemd-socket-activate', '-l', `127.0.0.1:${inner}`, ...SERVE, '/var/lib/waybill');
  const nginx = start('nginx', '-g', 'daemon off; error_log stderr;');
  await setUp(outer, server);
  await signIn(outer, server);
  const log = readFileSync(at('var/lib/waybill/log/access/access-request.log'), 'utf8');
  assert(log.includes(`|${CLIENT}|`) && !log.includes('|127.0.0.1|'), `the log lacks the address: ${log}`);
  inDebian('waybill', 'backup', '/var/backups/waybill', '--data', '/var/lib/waybill');
  await stop(nginx);
  await stop(server);
}

/** The fingerprint of the certificate that a port presents. */
function certificateAt(port) {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

/** A new certificate counts after a signal, without a connection being refused. */
async function renewed() {
  const port = await freePort();
  configure(port, '[tls]\ncertificate = "/etc/ssl/waybill.pem"\nkey = "/etc/ssl/waybill.key"\n');
  const server = start(...SERVE, '/var/lib/waybill', '--listen', `127.0.0.1:${port}`);
  await signIn(port, server);
  const before = await certificateAt(port);
  makeCertificate();
  server.child.kill('SIGHUP');
  await until(
    async () => (await certificateAt(port)) !== before,
    'the old certificate is still presented',
    server,
  );
  await signIn(port, server);
  await stop(server);
}

/** What was backed up is there after a restore into an empty directory. */
async function restored() {
  rmSync(at('var/lib/waybill'), { recursive: true });
  inDebian('waybill', 'restore', '/var/backups/waybill', '--data', '/var/lib/waybill');
  inDebian('waybill', 'fsck', '--data', '/var/lib/waybill');
  const port = await freePort();
  configure(port, '[tls]\ncertificate = "/etc/ssl/waybill.pem"\nkey = "/etc/ssl/waybill.key"\n');
  const server = start(...SERVE, '/var/lib/waybill', '--listen', `127.0.0.1:${port}`);
  await signIn(port, server);
  await stop(server);
}

function buildOld() {
  const sources = join(folder, 'old');
  if (!existsSync(sources)) {
    mkdirSync(sources, { recursive: true });
    const archive = spawnSync('git', ['archive', OLD], { cwd: root, maxBuffer: 1 << 30 });
    assert(archive.status === 0, `the build ${OLD} cannot be read: ${archive.stderr}`);
    spawnSync('tar', ['-x', '-C', sources], { input: archive.stdout });
    // Biome would take it for a second configuration of this project.
    rmSync(join(sources, 'biome.json'), { force: true });
  }
  const target = join(folder, 'old-target');
  run('cargo', ['build', '--quiet', '--workspace', '--locked', '--bin', 'waybill', '--target-dir', target], {
    cwd: sources,
  });
  cpSync(join(target, 'debug/waybill'), at('usr/bin/waybill-old'));
}

/** A data directory of the older build is taken over, and the older build then refuses it. */
async function upgraded() {
  buildOld();
  const data = '/var/lib/waybill';
  rmSync(at(data), { recursive: true });
  const port = await freePort();
  configure(port, '[tls]\ncertificate = "/etc/ssl/waybill.pem"\nkey = "/etc/ssl/waybill.key"\n');
  const words = [...SERVE.slice(1), data, '--listen', `127.0.0.1:${port}`];
  const old = start('/usr/bin/waybill-old', ...words);
  await setUp(port, old);
  await signIn(port, old);
  await stop(old);
  const server = start('/usr/bin/waybill', ...words);
  await signIn(port, server);
  await stop(server);
  inDebian('waybill', 'fsck', '--data', data);
  inDebian('waybill', 'audit', 'replay', '--data', data);
  const refused = spawnSync('chroot', [debian, '/usr/bin/waybill-old', ...words], { encoding: 'utf8' });
  assert(refused.status === 2 && /newer/.test(refused.stderr), `the older build: ${refused.stderr}`);
}

const steps = { behindNginx, renewed, restored, upgraded };

try {
  if (process.getuid() !== 0) throw new Error('A root folder can only be entered by root: run this as root.');
  installTools({ mmdebstrap: 'mmdebstrap' });
  makeRoot();
  makeCertificate();
  for (const [name, step] of Object.entries(steps)) {
    const since = Date.now();
    await step();
    console.log(`${String(Math.round((Date.now() - since) / 1000)).padStart(4)} s  ${name}`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  // nginx ends its workers on SIGTERM only
  for (const program of running) program.child.kill('SIGTERM');
  await Promise.all([...running].map(program => Promise.race([program.ended, sleep(10_000)])));
}
process.exit();
