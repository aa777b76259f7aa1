import type { facts as english } from '../facts';
import type { French } from '../i18n/areas';

export const facts: French<typeof english> = {
  lightweight: 'Affiche uniquement les dépôts',
  cloud: 'Exploitée pour des clients abonnés',
  help_links_disabled: 'Masque les liens vers la documentation',
  features: 'Fonctions prises en charge',
  external_redirect: 'Redirection de tous vers',
  hidden_routes: 'Pages masquées',
  announced_paths: 'Chemins connus',
  documentation_url: 'Adresse de la documentation',
  learning_center_url: 'Adresse du Learning Center',
  account_portal_url: 'Adresse du portail client',
  archive_indexing: 'Recherche dans les archives',
  scanning_search_for_visitors: 'Les visiteurs recherchent les composants analysés',
};
