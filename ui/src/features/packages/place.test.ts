import { expect, test } from 'vitest';
import { addressOf, isNarrowed, listOf, listPath, orderOf } from './place';

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

test('the path of the list has what is searched for, and not the order', () => {
  expect(listPath({})).toBe('/packages');
  expect(listPath({ sort: '-name', name: 'a b', pkg: 'npm,go', repo: '' })).toBe(
    '/packages?name=a+b&pkg=npm%2Cgo',
  );
});
