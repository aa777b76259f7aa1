import type {
  AdvisoriesStatus,
  DescribedCleanupPolicy,
  LicenceStanding,
  NodeReport,
  SupportBundle,
} from '@/generated/api';
import type { RouteName } from '@/generated/types';
import { healthOf } from '@/shell/health';
import { licenceEnd } from '@/shell/licenceEnd';
import { texts as home } from '@/texts/home';
import { texts } from '@/texts/lately';
import { serviceName } from '@/texts/serviceName';
import { day } from '@/texts/time';

/** Something that an administrator should do something about. */
export interface Item {
  id: string;
  /** A sentence. */
  text: string;
  /** The page where one does that; null where it is done outside of the console. */
  route: RouteName | null;
  query?: Readonly<Record<string, string>>;
}

/** What is known of the installation. What could not be loaded is absent. */
export interface Known {
  nodes?: readonly NodeReport[] | undefined;
  standing?: LicenceStanding | undefined;
  advisories?: AdvisoriesStatus | undefined;
  policies?: readonly DescribedCleanupPolicy[] | undefined;
  bundles?: readonly SupportBundle[] | undefined;
}

/** So many things of one kind are named one by one. */
const NAMED_MAX = 3;
/** Advisories are old after this long. */
const ADVISORIES_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What needs an administrator at a moment, in milliseconds since 1970; the most urgent comes first. */
export function attentionOf(known: Known, now: number): readonly Item[] {
  return [
    ...services(known.nodes ?? []),
    ...(known.standing ? licence(known.standing, now) : []),
    ...cleanups(known.policies ?? []),
    ...bundles(known.bundles ?? []),
    ...(known.advisories ? [...severe(known.advisories), ...advisories(known.advisories, now)] : []),
  ];
}

/** Each by its own sentence, or a sentence with their number where there are many. */
function eachOrAll<T>(all: readonly T[], each: (one: T) => Item, together: (count: number) => Item): Item[] {
  return all.length > NAMED_MAX ? [together(all.length)] : all.map(each);
}

function services(nodes: readonly NodeReport[]): Item[] {
  const route = 'admin.monitoring.status';
  return eachOrAll(
    nodes.filter(node => healthOf(node) !== 'online'),
    node => {
      const { offline, unhealthy } = texts.service;
      const say = healthOf(node) === 'offline' ? offline : unhealthy;
      const id = `service ${node.service_id} ${node.node_id}`;
      return { id, text: say({ name: serviceName(node.service) }), route };
    },
    count => ({ id: 'services', text: texts.service.several({ count }), route }),
  );
}

function licence(standing: LicenceStanding, now: number): Item[] {
  const end = licenceEnd(standing, now);
  if (end === null) return [];
  const text = end.ended ? home.licence.ended({ day: day(end.at) }) : home.licence.ends({ count: end.days });
  return [{ id: 'licence', text, route: 'admin.licenses.licenses' }];
}

function cleanups(policies: readonly DescribedCleanupPolicy[]): Item[] {
  const route = 'admin.repositories.cleanup';
  return eachOrAll(
    policies.filter(({ lastRun }) => lastRun?.ended?.outcome === 'failed'),
    ({ key }) => ({
      id: `cleanup ${key}`,
      text: texts.cleanup.failed({ name: key }),
      route,
      query: { policy: key },
    }),
    count => ({ id: 'cleanups', text: texts.cleanup.several({ count }), route }),
  );
}

function bundles(all: readonly SupportBundle[]): Item[] {
  const count = all.filter(({ status }) => status === 'failure').length;
  return count === 0 ? [] : [{ id: 'bundles', text: texts.bundles({ count }), route: 'admin.support' }];
}

/** The packages of which a version has one of the worst vulnerabilities. */
const SEVERE = { severities: 'critical,high' };

/** What the newest comparison of all stored versions has found to be worst. */
function severe({ comparison }: AdvisoriesStatus): Item[] {
  const { critical = 0, high = 0 } = comparison?.affected ?? {};
  const count = critical + high;
  return count === 0
    ? []
    : [{ id: 'severe', text: texts.severe({ count }), route: 'packages', query: SEVERE }];
}

/** Advisories are imported by a command: there is no page for it. */
function advisories({ last, is_lost }: AdvisoriesStatus, now: number): Item[] {
  const item = (text: string): Item[] => [{ id: 'advisories', text, route: null }];
  if (is_lost) return item(texts.advisories.lost);
  if (last === null) return item(texts.advisories.never);
  const days = Math.floor((now - Date.parse(last.at)) / DAY_MS);
  return days > ADVISORIES_DAYS ? item(texts.advisories.old({ count: days })) : [];
}
