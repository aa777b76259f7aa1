import { pathnameOf } from '@/shell/paths';

/** What the address of a webhook's page names beside the webhook. */
export interface EditorSearch {
  view?: string;
  /** The id of the delivery that is open. */
  delivery?: string;
}

/** The address of the page of a webhook. */
export const editPath = (key: string): string =>
  pathnameOf('admin.configuration.webhooks.edit', { webhookName: key });

/** The query that names the project of these pages; nothing where they are those of the installation. */
export const inProject = (project: string | null): { projectKey?: string } =>
  project === null ? {} : { projectKey: project };

/** The query with which the page opens at its deliveries. */
export const AT_DELIVERIES = { view: 'deliveries' } as const satisfies EditorSearch;
