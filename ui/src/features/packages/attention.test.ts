import { expect, test } from 'vitest';
import type {
  AdvisoriesStatus,
  DescribedCleanupPolicy,
  LicenceStanding,
  NodeReport,
  SupportBundle,
} from '@/generated/api';
import { attentionOf } from './attention';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(NOW + days * DAY_MS).toISOString();

const node = (service: string, status: string, state: string) =>
  ({ service, status, state, service_id: `${service}@1`, node_id: 'n1' }) as NodeReport;
const standing = (valid_until: string | null, ended = false) =>
  ({ installed: { valid_until, ended } }) as LicenceStanding;
const policy = (key: string, outcome: string | null) =>
  ({ key, lastRun: { ended: outcome === null ? null : { outcome } } }) as DescribedCleanupPolicy;
const imported = (days: number | null, is_lost = false) =>
  ({ is_lost, last: days === null ? null : { at: inDays(-days) } }) as AdvisoriesStatus;

const textsOf = (known: Parameters<typeof attentionOf>[0]) => attentionOf(known, NOW).map(({ text }) => text);

test('nothing needs attention when all is well, or when nothing could be loaded', () => {
  expect(textsOf({})).toEqual([]);
  expect(
    textsOf({
      nodes: [node('xray', 'Online', 'HEALTHY')],
      standing: standing(inDays(31)),
      advisories: imported(30),
      policies: [
        policy('old', 'completed'),
        policy('new', null),
        { lastRun: null } as DescribedCleanupPolicy,
      ],
      bundles: [{ status: 'success' }, { status: 'in progress' }] as SupportBundle[],
    }),
  ).toEqual([]);
  expect(textsOf({ standing: standing(null) })).toEqual([]);
});

test('stored versions with the worst vulnerabilities are counted', () => {
  const known = (critical: number, high: number) => {
    const comparison = { affected: { critical, high, medium: 7 } };
    return { advisories: { ...imported(1), comparison } as AdvisoriesStatus };
  };
  const found = (critical: number, high: number) => textsOf(known(critical, high));
  expect(found(0, 0)).toEqual([]);
  expect(found(1, 0)).toEqual(['1 stored version has critical or highly severe vulnerabilities.']);
  expect(found(2, 3)).toEqual(['5 stored versions have critical or highly severe vulnerabilities.']);
  // the list that is linked has their packages
  const [item] = attentionOf(known(2, 3), NOW);
  expect(item).toMatchObject({ route: 'packages', query: { severities: 'critical,high' } });
});

test('services are named, up to three of them', () => {
  const offline = node('xray', 'Offline', 'UNKNOWN');
  expect(textsOf({ nodes: [offline, node('insight', 'Online', 'UNHEALTHY')] })).toEqual([
    'Scanning service is offline.',
    'Insight does not work as it should.',
  ]);
  const four = ['a', 'b', 'c', 'd'].map(name => node(name, 'Offline', 'UNKNOWN'));
  const [all, ...others] = attentionOf({ nodes: four }, NOW);
  expect(all).toEqual({
    id: 'services',
    text: '4 services are offline or do not work as they should.',
    route: 'admin.monitoring.status',
  });
  expect(others).toEqual([]);
});

test('a licence is announced to end within 30 days', () => {
  expect(textsOf({ standing: standing(inDays(30)) })).toEqual(['The licence ends in 30 days.']);
  expect(textsOf({ standing: standing(inDays(0.2)) })).toEqual(['The licence ends tomorrow.']);
  expect(textsOf({ standing: standing(inDays(-1), true) })).toEqual(['The licence ended on Mar 9, 2026.']);
});

test('advisories that were never imported, are lost or are old need a command', () => {
  expect(textsOf({ advisories: imported(null) })[0]).toMatch(/^No security advisories have been imported\./);
  expect(textsOf({ advisories: imported(1, true) })[0]).toMatch(/are missing/);
  expect(textsOf({ advisories: imported(31) })[0]).toMatch(/last imported 31 days ago\./);
  expect(attentionOf({ advisories: imported(null) }, NOW)[0]?.route).toBeNull();
});

test('what has failed leads to where it can be tried again', () => {
  expect(attentionOf({ policies: [policy('snapshots', 'failed'), policy('old', 'cancelled')] }, NOW)).toEqual(
    [
      {
        id: 'cleanup snapshots',
        text: 'The last run of the cleanup policy snapshots failed.',
        route: 'admin.repositories.cleanup',
        query: { policy: 'snapshots' },
      },
    ],
  );
  const failed = [{ status: 'failure' }, { status: 'failure' }] as SupportBundle[];
  expect(textsOf({ bundles: failed })).toEqual(['2 support bundles could not be created.']);
});
