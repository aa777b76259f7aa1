import type { French } from '../i18n/areas';
import type { pipelinesSearch as english } from '../pipelinesSearch';

export const pipelinesSearch: French<typeof english> = {
  lead: 'Les pipelines dont les exécutions ont publié un build ici. Celles qui n’ont rien publié ne figurent que sur le serveur qui les a lancées.',
  form: 'Rechercher des pipelines',
  results: 'Pipelines',
  ignored: 'Une partie de cette recherche ne s’applique pas ici. Seul name s’applique.',
  none: 'Aucun pipeline trouvé',
  empty: 'Aucun pipeline pour l’instant',
  emptyText:
    'Un pipeline apparaît ici dès qu’une de ses exécutions publie un build. Les commandes pour cela se trouvent sous Builds.',
  notKnown: 'Non connu',
  column: {
    name: 'Pipeline',
    agent: 'Serveur',
    number: 'Dernière exécution',
    started: 'Début',
    runs: 'Exécutions',
    project: 'Projet',
  },
};
