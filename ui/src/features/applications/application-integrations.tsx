import { useMatches } from '@tanstack/react-router';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

const Consent = lazyWith(() =>
  loadChunk('application-consent', () => import('./Consent')).then(part => part.Consent),
);
const List = lazyWith(() => loadChunk('application-list', () => import('./List')).then(part => part.List));
const NewApplication = lazyWith(() =>
  loadChunk('new-application', () => import('./NewApplication')).then(part => part.NewApplication),
);

/** The pages of applications of other vendors (APP-01, APP-02). One page, so that the first page names one. */
export function ApplicationsPage() {
  const route = useMatches({ select: matches => matches.at(-1)?.staticData.route });
  if (route === 'integrations.authorize') return <Consent />;
  if (route === 'admin.configuration.integrations.new') return <NewApplication />;
  return <List />;
}
