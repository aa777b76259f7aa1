import { readObject } from '@/engine/api';
import type { NodeRef, ServiceId, ServiceType, Span } from '@/generated/types';
import { isObject, type JsonObject, numberOf, textOf } from '@/lib/json';
import { texts } from '@/texts/status';

/** How long something has been running; a text where that is not known. */
export type Uptime = readonly Span[] | 'unavailable' | 'not_applicable';

export interface MicroService {
  name: string;
  lastHeartbeat: string | null;
  uptime: Uptime;
}

/** One node of one service. */
export interface Node extends NodeRef {
  service: ServiceId;
  type: ServiceType;
  version: string | null;
  online: boolean;
  healthy: boolean;
  /** What its task is doing: `running`, `stopped`, `crashed` ... */
  run: string;
  /** The code of its message; `fine` has none. */
  code: string;
  message: string;
  lastHeartbeat: string | null;
  /** It has not beaten for five minutes. */
  overdue: boolean;
  uptime: Uptime;
  restarts: number;
  microServices: readonly MicroService[];
}

/** The services of one type. */
export interface Group {
  type: ServiceType;
  nodes: readonly Node[];
}

/** How the services are, as the topic `service_status` tells it. */
export interface Status {
  at: string;
  groups: readonly Group[];
}

const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

function uptimeOf(value: unknown): Uptime {
  if (!isObject(value)) return 'not_applicable';
  if (value.known === 'unavailable' || value.known === 'not_applicable') return value.known;
  return listOf(value.spans).map(span => ({
    unit: span.unit as Span['unit'],
    count: numberOf(span.count) ?? 0,
  }));
}

function readNode(node: JsonObject): Node {
  return {
    service: node.service as ServiceId,
    type: node.type as ServiceType,
    service_id: String(node.service_id),
    node_id: String(node.node_id),
    version: textOf(node.version),
    online: node.status === 'Online',
    healthy: node.state === 'HEALTHY',
    run: String(node.run),
    code: String(node.code),
    message: textOf(node.message) ?? '',
    lastHeartbeat: textOf(node.last_heartbeat),
    overdue: node.overdue === true,
    uptime: uptimeOf(node.uptime),
    restarts: numberOf(node.restarts) ?? 0,
    microServices: listOf(node.micro_services).map(part => ({
      name: String(part.name),
      lastHeartbeat: textOf(part.last_heartbeat),
      uptime: uptimeOf(part.uptime),
    })),
  };
}

/** Reads a message of the topic. The server keeps the order of the types. */
export function readStatus(data: unknown): Status {
  const body = isObject(data) ? data : {};
  const services = isObject(body.services) ? body.services : {};
  const groups = Object.entries(services).map(([type, group]) => ({
    type: type as ServiceType,
    nodes: listOf(isObject(group) ? group.nodes : null).map(readNode),
  }));
  const order = Object.keys(texts.type);
  groups.sort((one, other) => order.indexOf(one.type) - order.indexOf(other.type));
  return { at: String(body.at ?? ''), groups };
}

export const isSame = (one: NodeRef, other: NodeRef) =>
  one.service_id === other.service_id && one.node_id === other.node_id;

/** A service of the process as testers see it. */
export interface Tested {
  service: ServiceId;
  service_id: string;
}

export const readTested = readObject('qa/services', (body): readonly Tested[] =>
  listOf(body.services).map(({ service, service_id }) => ({
    service: service as ServiceId,
    service_id: String(service_id),
  })),
);

/** An uptime in the page's language. The server has chosen its units. */
export function uptimeText(uptime: Uptime): string {
  if (uptime === 'unavailable') return texts.uptime.unavailable;
  if (uptime === 'not_applicable') return texts.uptime.notApplicable;
  return uptime.map(({ unit, count }) => texts.unit[unit]({ count })).join(texts.uptime.and);
}

/** The message about a node, in the language of the page where it is known. */
export function messageOf({ code, message }: Node): string {
  const known: Readonly<Record<string, string>> = texts.code;
  return Object.hasOwn(texts.code, code) ? (known[code] ?? message) : message;
}
