import type { Incident, NodeReport, RemovedMember, StatusByType } from '@/generated/api';
import type { NodeRef, ServiceType, StatusSource, Uptime } from '@/generated/types';
import { type Health, healthOf } from '@/shell/health';
import { texts } from '@/texts/status';
import { clockTime, dayTime } from '@/texts/time';

const DAY_MS = 86_400_000;

const isType = (name: string): name is ServiceType => Object.hasOwn(texts.type, name);
/** The types in the order of the page. */
const types = Object.keys(texts.type).filter(isType);

/** The worst comes first. */
const KINDS: readonly Health[] = ['offline', 'unhealthy', 'online'];

/** All nodes as the page lists them: what is offline first, then by type. */
export function nodesOf({ services }: StatusByType): readonly NodeReport[] {
  const nodes = types.flatMap(type => services[type]?.nodes ?? []);
  return KINDS.flatMap(kind => nodes.filter(node => healthOf(node) === kind));
}

/** How many nodes of mission control there are, which only their service ids tell apart. */
export function missionControls({ services }: StatusByType): number {
  return new Set(services.mission_control?.nodes.map(node => node.service_id)).size;
}

/**
 * Whether the nodes are named: where the licence permits several of one service, which is then asked by its nodes, or
 * where there are several all the same. Otherwise a service and its node are one (STATUS-01).
 */
export function namesNodes(source: StatusSource, { services, removed }: StatusByType): boolean {
  const all = [...types.flatMap(type => services[type]?.nodes ?? []), ...removed];
  return source !== 'services' || new Set(all.map(node => node.service_id)).size < all.length;
}

export const isSame = (one: NodeRef, other: NodeRef) =>
  one.service_id === other.service_id && one.node_id === other.node_id;

export const keyOf = ({ service_id, node_id }: NodeRef) => `${service_id} ${node_id}`;

/** The summary in words: how many of how many are online, and what is not as it should be. */
export function summaryOf(nodes: readonly NodeReport[], removed: readonly RemovedMember[]): string {
  const online = nodes.filter(node => healthOf(node) !== 'offline').length;
  const unhealthy = nodes.filter(node => healthOf(node) === 'unhealthy').length;
  const words = [
    texts.summary.online({ online, count: nodes.length }),
    unhealthy > 0 && texts.summary.unhealthy({ count: unhealthy }),
    removed.length > 0 && texts.summary.removed({ count: removed.length }),
  ];
  return words.filter(Boolean).join(' · ');
}

/** An uptime in the page's language. The server has chosen its units. */
export function uptimeText(uptime: Uptime): string {
  if (uptime.known === 'unavailable') return texts.uptime.unavailable;
  if (uptime.known === 'not_applicable') return texts.uptime.notApplicable;
  return uptime.spans.map(({ unit, count }) => texts.unit[unit]({ count })).join(texts.uptime.and);
}

/** The message about a node, in the language of the page where it is known. */
export function messageOf({ code, message }: NodeReport): string {
  const known: Readonly<Record<string, string>> = texts.code;
  return Object.hasOwn(texts.code, code) ? (known[code] ?? message) : message;
}

/** A time of the last hours without its date. */
export function shortTime(at: string, now: string): string {
  const isRecent = Math.abs(Date.parse(now) - Date.parse(at)) < DAY_MS;
  return (isRecent ? clockTime : dayTime)(at);
}

/** What happened, when, and for how long. */
export function incidentText({ began, ended, lasted, code }: Incident, now: string): string {
  const known: Readonly<Record<string, string>> = texts.incident.code;
  const what = (Object.hasOwn(texts.incident.code, code) && known[code]) || texts.incident.code.other;
  const span = uptimeText(lasted);
  const moment = shortTime(began, now);
  return ended ? texts.incident.over({ what, moment, span }) : texts.incident.lasts({ what, moment, span });
}
