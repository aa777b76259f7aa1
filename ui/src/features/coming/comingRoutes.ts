import type { RouteName } from '@/generated/types';
import { texts } from '@/texts/coming';

/** The existing pages that a page of a later feature may link to. */
type Target = keyof typeof texts.target & RouteName;

/**
 * The routes of later features, and the pages that work now instead. A route that gets a page of its own leaves this
 * list, and its texts with it: either without the other does not compile.
 */
export const alternatives = {
  releaseBundlesTeaser: ['releaseBundles', 'sessionActivity'],
  securityPolicies: ['sessionActivity'],

  'admin.monitoring.pdn': ['admin.monitoring.status'],
  'admin.topology': ['admin.monitoring.status'],
  'admin.topologyTeaser': ['admin.monitoring.status'],
  'admin.pipelinesTeaser': ['admin.monitoring.status'],
  'admin.securityTeaser': ['admin.monitoring.status'],
  'admin.pdnTeaser': ['admin.monitoring.status'],
} as const satisfies Record<keyof typeof texts.later & RouteName, readonly Target[]>;

export type ComingRoute = keyof typeof alternatives;

/** Pages that describe a feature to users who lack its licence or its service. */
export type Teaser = keyof typeof texts.needs;

export const isComing = (name: RouteName): name is ComingRoute => Object.hasOwn(alternatives, name);

export const isTeaser = (name: ComingRoute): name is Teaser => Object.hasOwn(texts.needs, name);
