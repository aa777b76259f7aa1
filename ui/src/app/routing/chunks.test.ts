// @vitest-environment node
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';

/** The parts of the console that load on demand, by the names that the documents have for them. */
const NAMED = [
  'account-portal-redirect',
  'application-integrations',
  'general-settings',
  'webhooks',
  'app-layout',
  'extra-login',
  'login',
  'onboarding-page',
  'packages',
  'pdn',
  'command-line-client-extension',
  'proxies',
  'support-zone',
  'system-routes',
  'template',
  'demo',
  'distribution-tabs',
  'pipelines-teaser',
  'topology-teaser',
  'security-and-compliance-teaser',
];

// covers: [BOOT-01, BOOT-02]
test('each part that loads on demand is a chunk of its own name under js/', async () => {
  const configFile = fileURLToPath(new URL('../../../../vite.config.ts', import.meta.url));
  const built = await build({ configFile, logLevel: 'error', build: { write: false } });
  if (!('output' in built)) throw new Error('one build has one output');
  const lazy = new Map(
    built.output.flatMap(file =>
      // the sign-in page is one of the groups of .ci/chunks.mjs
      file.type === 'chunk' && (file.isDynamicEntry || file.name === 'login')
        ? [[file.name, file.fileName]]
        : [],
    ),
  );
  const files = NAMED.map(name => lazy.get(name) ?? `${name} is no chunk`);
  expect(files).toEqual(NAMED.map(name => expect.stringMatching(new RegExp(`^js/${name}-[\\w-]{7}\\.js$`))));
}, 120_000);
