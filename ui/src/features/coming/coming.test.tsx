import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { areaOf } from '@/app/routing/pages';
import { routes } from '@/generated/routes';
import { pathnameOf, titleOf } from '@/shell/paths';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';
import { texts } from '@/texts/coming';
import { alternatives, isComing } from './comingRoutes';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
  fillWithRecords(server, 20);
});

test('the pages that come later are those of the route table', () => {
  // the front-ends say so in their own pages
  const flagged = routes.filter(({ comes_later, front_end }) => comes_later && front_end === null);
  expect(flagged.map(({ name }) => name).sort()).toEqual(Object.keys(alternatives).sort());
});

const framed = routes.map(route => route.name).filter(name => isComing(name) && areaOf(name) === 'frame');

// covers: [ROUTE-03, ROUTE-04, DET-01]
test.each(framed)('%s says what it will hold, and leads to what works now', async name => {
  if (!isComing(name)) throw new Error(name);
  startConsole(pathnameOf(name), server);
  expect(await screen.findByRole('heading', { level: 1, name: titleOf(name) })).toBeInTheDocument();
  expect(screen.getByText(texts.later[name])).toBeInTheDocument();
  const links = within(screen.getByRole('article')).getAllByRole('link');
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    const path = link.getAttribute('href')?.replace('/ui', '');
    const target = routes.find(route => pathnameOf(route.name) === path);
    expect(target && !isComing(target.name), `${path} works`).toBe(true);
  }
});

test('a teaser says what its feature needs, and leads an administrator to the licence', async () => {
  startConsole('/admin/topology-teaser', server);
  const needs = await screen.findByRole('region', { name: 'Requirements' });
  expect(needs).toHaveTextContent('mission control service');
  expect(within(needs).getByRole('link')).toHaveAttribute('href', '/ui/admin/license_management/licenses');
});
