import { useMatches } from '@tanstack/react-router';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';
import { List } from './outbound/List';

const EditProxy = lazyWith(() =>
  loadChunk('proxy-editor', () => import('./outbound/EditProxy')).then(part => part.EditProxy),
);

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** The pages of outbound proxies: their list, and the form of one. One page, so that the first page names one. */
export function OutboundProxiesPage() {
  const match = useMatches({ select: matches => matches.at(-1) });
  const params: Readonly<Record<string, string>> = match?.params ?? NO_PARAMS;
  if (match?.staticData.route !== 'admin.proxies.edit') return <List />;
  const name = params.proxyName ?? '';
  return <EditProxy key={name} name={name} />;
}
