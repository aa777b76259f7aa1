import type {
  DescribedHandler,
  DescribedWebhook,
  DescribedWebhookHeader,
  WantedHandler,
  WantedWebhook,
  WantedWebhookHeader,
  WebhookCriteria,
  WebhookCriteriaKind,
  WebhookDomain,
  WebhookEventFilter,
  WebhookHandlerType,
} from '@/generated/api';
import type { WebhookMethod, WebhookSignature } from '@/generated/types';

/** A header or a secret as it is typed. */
export interface Pair {
  id: number;
  name: string;
  value: string;
  /** Of a header: whether no user is shown its value. */
  secret: boolean;
  /** The name under which the server has a value that it does not show; null if it has none. */
  stored: string | null;
}

/** A webhook as it is typed. */
export interface Values {
  key: string;
  description: string;
  enabled: boolean;
  ordered: boolean;
  domain: WebhookDomain;
  /** What the events of the domain are narrowed by. */
  kind: WebhookCriteriaKind;
  types: string[];
  anyLocal: boolean;
  anyRemote: boolean;
  /** Whether all builds or release bundles count. */
  any: boolean;
  /** Keys of repositories, or names of builds or release bundles. */
  names: string[];
  includes: string[];
  excludes: string[];
  /** The environments of which promotions count; all of them if there are none. */
  environments: string[];
  type: WebhookHandlerType;
  url: string;
  /** The key of the proxy; empty for none. */
  proxy: string;
  /** The secret that is typed. */
  secret: string;
  /** Whether the server has a secret that it does not show. */
  hasSecret: boolean;
  /** What the secret is to be: the stored one, the one that is typed, or none. */
  secretIs: 'kept' | 'typed' | 'none';
  signature: WebhookSignature;
  cloudEvent: boolean;
  method: WebhookMethod;
  payload: string;
  secrets: Pair[];
  headers: Pair[];
}

/** The criteria of a webhook that is not narrowed yet. */
export const ANYTHING = {
  anyLocal: false,
  anyRemote: false,
  any: false,
  names: [] as string[],
  includes: [] as string[],
  excludes: [] as string[],
  environments: [] as string[],
};

/** Whether the events of a domain are about an environment. */
export const hasEnvironments = (domain: WebhookDomain): boolean => domain === 'release_bundle_v2_promotion';

export const NEW: Values = {
  key: '',
  description: '',
  enabled: true,
  ordered: false,
  domain: 'artifact',
  kind: 'repositories',
  types: [],
  ...ANYTHING,
  type: 'webhook',
  url: '',
  proxy: '',
  secret: '',
  hasSecret: false,
  secretIs: 'typed',
  signature: 'hmac_sha256',
  cloudEvent: false,
  method: 'POST',
  payload: '',
  secrets: [],
  headers: [],
};

let pairs = 0;

/** A pair with an id of its own, by which its fields stay the same while others come and go. */
export function pairOf(from: Partial<Omit<Pair, 'id'>> = {}): Pair {
  pairs += 1;
  return { id: pairs, name: '', value: '', secret: false, stored: null, ...from };
}

function kindOf(criteria: WebhookCriteria): WebhookCriteriaKind {
  if (criteria.anyLocal !== undefined) return 'repositories';
  if (criteria.anyBuild !== undefined) return 'builds';
  return criteria.anyReleaseBundle === undefined ? 'nothing' : 'release_bundles';
}

const typedHeader = ({ name, value = '', secret }: DescribedWebhookHeader) =>
  pairOf({ name, value, secret, stored: secret ? name : null });

function valuesOfCriteria(criteria: WebhookCriteria) {
  const { repoKeys, selectedBuilds, registeredReleaseBundlesNames } = criteria;
  return {
    kind: kindOf(criteria),
    anyLocal: criteria.anyLocal ?? false,
    anyRemote: criteria.anyRemote ?? false,
    any: criteria.anyBuild ?? criteria.anyReleaseBundle ?? false,
    names: repoKeys ?? selectedBuilds ?? registeredReleaseBundlesNames ?? [],
    includes: criteria.includePatterns ?? [],
    excludes: criteria.excludePatterns ?? [],
    environments: criteria.selectedEnvironments ?? [],
  };
}

const valuesOfHandler = (handler: DescribedHandler) => ({
  type: handler.handler_type,
  url: handler.url,
  proxy: handler.proxy ?? '',
  secret: '',
  hasSecret: handler.has_secret ?? false,
  secretIs: handler.has_secret ? ('kept' as const) : ('typed' as const),
  signature: handler.signature ?? NEW.signature,
  cloudEvent: handler.cloud_event ?? false,
  method: handler.method ?? NEW.method,
  payload: handler.payload ?? '',
  secrets: (handler.secrets ?? []).map(({ name }) => pairOf({ name, secret: true, stored: name })),
  headers: (handler.custom_http_headers ?? handler.http_headers ?? []).map(typedHeader),
});

/** What is typed at first to change a webhook. */
export function valuesOf(webhook: DescribedWebhook): Values {
  const { key, description, enabled, ordered, event_filter: events } = webhook;
  const [handler = { handler_type: NEW.type, url: '' }] = webhook.handlers;
  return {
    key,
    description,
    enabled,
    ordered,
    domain: events.domain,
    types: events.event_types,
    ...valuesOfCriteria(events.criteria ?? {}),
    ...valuesOfHandler(handler),
  };
}

/** Whether what is stored as a secret cannot be kept: it is not sent to another address, or by another handler. */
export function isMoved({ url, type }: Values, before: DescribedWebhook | null): boolean {
  const handler = before?.handlers[0];
  return handler !== undefined && (url.trim() !== handler.url || type !== handler.handler_type);
}

/** Whether the stored secret of a webhook stays. */
export const keepsSecret = ({ secretIs }: Values, moved: boolean): boolean => secretIs === 'kept' && !moved;

/** Whether the stored value of a pair stays. */
export const isKept = ({ stored, name, value, secret }: Pair, moved: boolean): boolean =>
  secret && !moved && stored !== null && stored === name.trim() && value === '';

function criteriaOf(values: Values): WebhookCriteria {
  const { kind, anyLocal, anyRemote, any, names, includes, excludes, domain, environments } = values;
  const patterns = { includePatterns: includes, excludePatterns: excludes };
  switch (kind) {
    case 'repositories':
      return { anyLocal, anyRemote, repoKeys: names, ...patterns };
    case 'builds':
      return { anyBuild: any, selectedBuilds: names, ...patterns };
    case 'release_bundles':
      return {
        anyReleaseBundle: any,
        registeredReleaseBundlesNames: names,
        ...(hasEnvironments(domain) && { selectedEnvironments: environments }),
        ...patterns,
      };
    case 'nothing':
      return {};
  }
}

function handlerOf(values: Values, moved: boolean): WantedHandler {
  const { type, url, proxy, secret } = values;
  // without a word on it the server decides by the name whether the value is a secret
  const headers = values.headers.map(
    (header): WantedWebhookHeader => ({
      name: header.name.trim(),
      ...(!isKept(header, moved) && { value: header.value }),
      ...(header.secret && { secret: true }),
    }),
  );
  const common = { handler_type: type, url: url.trim(), ...(proxy !== '' && { proxy }) };
  if (type === 'webhook')
    return {
      ...common,
      ...(keepsSecret(values, moved) ? { keep_secret: true } : secret !== '' && { secret }),
      signature: values.signature,
      cloud_event: values.cloudEvent,
      custom_http_headers: headers,
    };
  return {
    ...common,
    method: values.method,
    payload: values.payload,
    secrets: values.secrets.map(one => ({
      name: one.name.trim(),
      ...(!isKept(one, moved) && { value: one.value }),
    })),
    http_headers: headers,
  };
}

/** Which events are sent. */
export const filterOf = (values: Values): WebhookEventFilter => ({
  domain: values.domain,
  event_types: values.types,
  criteria: criteriaOf(values),
});

/** What is sent. What has no field here stays as it is. */
export function wantedOf(
  values: Values,
  before: DescribedWebhook | null,
  project: string | null = before?.project_key ?? null,
): WantedWebhook {
  return {
    key: values.key.trim(),
    description: values.description.trim(),
    enabled: values.enabled,
    ordered: values.ordered,
    ...(project !== null && { project_key: project }),
    event_filter: filterOf(values),
    handlers: [handlerOf(values, isMoved(values, before))],
  };
}
