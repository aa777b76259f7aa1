import { useMatches } from '@tanstack/react-router';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';
import { List } from './List';

const NewWebhook = lazyWith(() =>
  loadChunk('webhook-editor', () => import('./editor')).then(part => part.NewWebhook),
);
const EditWebhook = lazyWith(() =>
  loadChunk('webhook-editor', () => import('./editor')).then(part => part.EditWebhook),
);

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** The pages of webhooks: their list, and the editor of one (HOOK-01). One page, so that the first page names one. */
export function WebhooksPage() {
  const match = useMatches({ select: matches => matches.at(-1) });
  const params: Readonly<Record<string, string>> = match?.params ?? NO_PARAMS;
  const route = match?.staticData.route;
  if (route === 'admin.configuration.webhooks.new') return <NewWebhook />;
  if (route !== 'admin.configuration.webhooks.edit') return <List />;
  const name = params.webhookName ?? '';
  return <EditWebhook key={name} name={name} />;
}
