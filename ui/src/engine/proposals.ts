import type { profiles } from '@/generated/charts';
import type { MachineName } from '@/generated/types';

/** The events that a tab may propose to a machine. */
export type ProposalName<M extends MachineName> = (typeof profiles)[M]['proposals'][number];

/** What `can` may list: what a tab may propose, and what has an HTTP request of its own. */
export type OfferName<M extends MachineName> = ProposalName<M> | (typeof profiles)[M]['overHttp'][number];

/** A proposed event. Its fields are those of the request: the server adds what only it knows, and checks them. */
export interface Proposal<M extends MachineName> {
  readonly type: ProposalName<M>;
  readonly [field: string]: unknown;
}
