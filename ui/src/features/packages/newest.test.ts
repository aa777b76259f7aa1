import { expect, test } from 'vitest';
import type { Api } from '@/engine/api';
import { newestVersions } from './newest';

/** An API that answers the query of the newest versions for what is stored in a table. */
function apiOf(table: Readonly<Record<string, string>>) {
  const sizes: number[] = [];
  const call = async (_method: string, _path: string, body: { variables: Record<string, string> }) => {
    const ids = Object.entries(body.variables);
    sizes.push(ids.length);
    const answers = ids.map(([alias, id]) => {
      const node = { name: table[id], repos: [{ name: 'npm-local', leadFilePath: `${id}.tgz` }] };
      return [alias, { edges: table[id] === undefined ? [] : [{ node }] }];
    });
    return { data: Object.fromEntries(answers), errors: [] };
  };
  return { api: { call } as unknown as Api, sizes };
}

test('packages that are stored have their newest version, and others are absent', async () => {
  const { api } = apiOf({ 'npm://a': '1.2.0' });
  expect(await newestVersions(api, ['npm://a', 'npm://b'])).toEqual({
    'npm://a': { version: '1.2.0', at: { repoKey: 'npm-local', path: 'npm://a.tgz' } },
  });
});

test('many packages take several queries, which the server bounds', async () => {
  const ids = Array.from({ length: 70 }, (_, index) => `npm://p${index}`);
  const { api, sizes } = apiOf(Object.fromEntries(ids.map(id => [id, '1.0.0'])));
  expect(Object.keys(await newestVersions(api, ids))).toHaveLength(70);
  expect(sizes).toEqual([30, 30, 10]);
});
