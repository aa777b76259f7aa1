import { expect, test } from 'vitest';
import type { VersionNode } from '@/generated/api';
import { dependenciesOf, differences, filesOf } from './difference';

test('what is new, updated and removed is found by name, and what stays is left out', () => {
  const entry = (name: string, value: string) => ({ name, value });
  const before = [entry('kept', '1'), entry('gone', '1'), entry('moved', '1')];
  const after = [entry('moved', '2'), entry('kept', '1'), entry('fresh', '')];
  expect(differences(before, after)).toEqual([
    { kind: 'new', name: 'fresh', before: null, after: '' },
    { kind: 'removed', name: 'gone', before: '1', after: null },
    { kind: 'updated', name: 'moved', before: '1', after: '2' },
  ]);
  expect(differences(after, after)).toEqual([]);
});

test('files are compared without the version in their names', () => {
  const version = (name: string, sha256: string) =>
    ({ name, files: [{ name: `shop-${name}.tgz`, sha256 }] }) as unknown as VersionNode;
  expect(differences(filesOf(version('1.0.0', 'a')), filesOf(version('1.1.0', 'b')))).toEqual([
    { kind: 'updated', name: 'shop-….tgz', before: 'a', after: 'b' },
  ]);
});

test('a dependency is another one for another purpose', () => {
  const needs = (scope: string) =>
    dependenciesOf([{ name: 'till', requirement: '', scope, package_id: 'npm://till' }]);
  expect(differences(needs('runtime'), needs('peer')).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'new till (peer)',
    'removed till (runtime)',
  ]);
});
