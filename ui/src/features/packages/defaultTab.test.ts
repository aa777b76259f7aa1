import { expect, test } from 'vitest';
import { defaultTab } from './defaultTab';

test('a version opens with its readme where its lead file usually has one', () => {
  for (const name of ['a/shop-1.0.0.tgz', 'x.WHL', 'x.tar.gz', 'm/@v/v1.0.0.mod', 'shop.crate'])
    expect(defaultTab(name), name).toBe('readme');
  for (const name of ['manifest.json', 'shop-1.0.pom', 'noextension', '', 'tgz', 'a.tgz/list'])
    expect(defaultTab(name), name).toBe('properties');
});
