// The container image of docs/container: built from the server that was tested, started as its own user, asked for its
// health, and stopped.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ask, binaryOf, root, run } from './tools.mjs';

const IMAGE = 'waybill:under-test';
const USER = 65532;
const READY_WITHIN_MS = 60_000;
/** What is in the image. Its programs are the server and, without a name of their own, what it links. */
const TOP = ['data', 'etc', 'lib', 'lib64', 'tmp', 'usr'];

process.env.BUILDAH_ISOLATION = 'chroot';

const buildah = (...args) => {
  const output = ask('buildah', args);
  if (output === null) throw new Error(`'buildah ${args.join(' ')}' failed`);
  return output;
};

function expect(holds, sentence) {
  if (!holds) throw new Error(sentence);
}

/** A port that is free at this time. */
const freePort = () =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/** The status of a request, or nothing while there is no server. */
const statusOf = (port, path) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    response => response.status,
    () => null,
  );

async function untilReady(port) {
  const until = Date.now() + READY_WITHIN_MS;
  while ((await statusOf(port, '/readyz')) !== 200) {
    expect(Date.now() < until, 'the server of the image does not become ready');
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

/** The process of the server, found by its port among the arguments. */
function serverOf(port) {
  const found = ask('pgrep', ['-f', `^/usr/bin/waybill serve --listen 127.0.0.1:${port}`]);
  return Number(found?.split('\n')[0]);
}

function hasOnlyWhatItNeeds(folder) {
  const names = readdirSync(folder).sort();
  expect(
    names.every(name => TOP.includes(name)),
    `the image has ${names}`,
  );
  expect(readdirSync(join(folder, 'usr/bin')).join() === 'waybill', 'the image has other programs');
  for (const shell of ['bin/sh', 'usr/bin/sh', 'bin/busybox']) {
    expect(!existsSync(join(folder, shell)), `the image has ${shell}`);
  }
  const { uid, mode } = statSync(join(folder, 'data'));
  expect(uid === USER && (mode & 0o777) === 0o700, 'the data directory is not the own one of its user');
}

async function serves(container) {
  const port = await freePort();
  const command = [
    '/usr/bin/waybill',
    'serve',
    '--listen',
    `127.0.0.1:${port}`,
    '--metrics-listen',
    '127.0.0.1:0',
  ];
  const server = spawn('buildah', ['run', container, '--', ...command], { stdio: 'inherit' });
  const ended = new Promise(resolve => server.on('exit', resolve));
  try {
    await untilReady(port);
    expect((await statusOf(port, '/livez')) === 200, 'the server of the image is not alive');
    const id = serverOf(port);
    expect(statSync(`/proc/${id}`).uid === USER, 'the server of the image runs as another user');
    process.kill(id, 'SIGTERM');
    const code = await ended;
    expect(code === 0, `the server of the image ended with ${code}`);
  } finally {
    server.kill('SIGKILL');
  }
}

if (!ask('which', ['buildah'])) {
  console.log('NOT RUN: there is no buildah');
} else {
  run(join(root, 'docs/container/build.sh'), [process.env.WAYBILL_BIN ?? binaryOf('debug'), IMAGE]);
  const container = buildah('from', IMAGE);
  try {
    hasOnlyWhatItNeeds(buildah('mount', container));
    await serves(container);
    console.log('the image serves');
  } finally {
    ask('buildah', ['rm', container]);
    ask('buildah', ['rmi', IMAGE]);
  }
}
