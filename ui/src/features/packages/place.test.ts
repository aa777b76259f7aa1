import { expect, test } from 'vitest';
import { addressOf, isNarrowed, listOf, orderOf } from './place';
import { filterOf } from './queries';

test('ids of packages are one part of an address', () => {
  expect(addressOf()).toBe('/packages');
  expect(addressOf('npm://@acme/shop')).toBe('/packages/npm%3A%2F%2F%40acme%2Fshop');
  expect(addressOf('go://example.test/m', 'v1.0.0+incompatible')).toBe(
    '/packages/go%3A%2F%2Fexample.test%2Fm/v1.0.0%2Bincompatible',
  );
});

test('an order alone does not narrow the list', () => {
  expect(isNarrowed({ sort: '-name' })).toBe(false);
  expect(isNarrowed({ sort: '-name', pkg: 'npm' })).toBe(true);
  expect(orderOf({ sort: 'nonsense' })).toBe('name');
  expect(listOf('a,,b')).toEqual(['a', 'b']);
});

test('a part of a name finds it, and a pattern is taken as it is', () => {
  expect(filterOf({ name: 'sho' })).toMatchObject({ lowercase_name: '*sho*' });
  expect(filterOf({ name: 'sho*' })).toMatchObject({ lowercase_name: 'sho*' });
  expect(filterOf({ pkg: 'npm,go', repo: '' })).toMatchObject({ package_type: ['npm', 'go'], repos: undefined });
});
