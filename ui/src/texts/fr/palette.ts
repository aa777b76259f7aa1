import type { French } from '../i18n/areas';
import type { palette as english } from '../palette';

export const palette: French<typeof english> = {
  title: 'Rechercher ou aller à',
  placeholder: 'Une page, une action ou un paquet',
  results: 'Résultats',
  found_one: '{{count, number}} résultat',
  found_many: '{{count, number}} de résultats',
  found_other: '{{count, number}} résultats',
  nothing: 'Aucun résultat.',
  groups: {
    recent: 'Récents',
    pages: 'Pages',
    actions: 'Actions',
    others: 'Autres correspondances',
    search: 'Recherche',
  },
  also: { log_out: 'Se déconnecter, déconnexion, quitter' },
  search: { packages: 'Rechercher « {{text}} » dans les paquets' },
  actions: {
    sidebar: 'Réduire ou développer la barre latérale',
    light: 'Thème de couleurs : clair',
    dark: 'Thème de couleurs : sombre',
    auto: 'Thème de couleurs : système',
  },
  keys: { move: 'pour choisir', run: 'pour ouvrir', leave: 'pour fermer' },
  shortcuts: {
    title: 'Raccourcis clavier',
    single: 'Raccourcis sans Ctrl ni Cmd',
    singleText: 'Désactivez-les si vous utilisez la dictée ou si des touches sont enfoncées par accident.',
    thenKey: 'puis',
    goTo: 'Aller à {{page}}',
    groups: {
      anywhere: 'Partout',
      go: 'Aller à une page',
      records: 'Dans les listes et l’activité de la session',
    },
    names: {
      palette: 'Rechercher ou aller à',
      help: 'Afficher cette liste',
      sidebar: 'Réduire ou développer la barre latérale',
      why: 'Pourquoi suis-je ici ?',
      close: 'Fermer l’élément ouvert',
      filter: 'Filtrer l’affichage',
      record: 'Enregistrement précédent ou suivant',
      pause: 'Suspendre ou suivre les enregistrements',
    },
  },
};
