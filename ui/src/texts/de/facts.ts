import type { facts as english } from '../facts';
import type { German } from '../i18n/areas';

export const facts: German<typeof english> = {
  lightweight: 'Zeigt nur Repositorys',
  cloud: 'Wird für Kunden mit einem Abonnement betrieben',
  help_links_disabled: 'Verbirgt die Links zur Dokumentation',
  features: 'Was unterstützt wird',
  external_redirect: 'Alle werden geschickt zu',
  hidden_routes: 'Verborgene Seiten',
  announced_paths: 'Bekannte Pfade',
  documentation_url: 'Die Dokumentation ist unter',
  learning_center_url: 'Das Learning Center ist unter',
  account_portal_url: 'Das Kontoportal ist unter',
  archive_indexing: 'Sucht in Archiven',
  scanning_search_for_visitors: 'Besucher suchen gescannte Komponenten',
};
