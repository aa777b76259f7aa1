import type { NodeReport, StatusByType } from '@/generated/api';
import type { NodeRef, ServiceType, Uptime } from '@/generated/types';
import { texts } from '@/texts/status';

/** The services of one type. */
export interface Group {
  type: ServiceType;
  nodes: readonly NodeReport[];
}

const isType = (name: string): name is ServiceType => Object.hasOwn(texts.type, name);
/** The types in the order of the page. */
const types = Object.keys(texts.type).filter(isType);

export function groupsOf({ services }: StatusByType): readonly Group[] {
  return types.flatMap(type => {
    const group = services[type];
    return group ? [{ type, nodes: group.nodes }] : [];
  });
}

export const isSame = (one: NodeRef, other: NodeRef) =>
  one.service_id === other.service_id && one.node_id === other.node_id;

/** The state of a node, as its card and the summary name it. */
export function kindOf({ status, state }: NodeReport): 'offline' | 'online' | 'unhealthy' {
  if (status === 'Offline') return 'offline';
  return state === 'HEALTHY' ? 'online' : 'unhealthy';
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
