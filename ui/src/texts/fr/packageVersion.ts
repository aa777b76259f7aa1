import type { French } from '../i18n/areas';
import type { packageVersion as english } from '../packageVersion';

export const packageVersion: French<typeof english> = {
  shape: { label: 'Afficher sous forme de', tree: 'Arbre', graph: 'Graphe' },
  hint: 'Les exigences ne sont pas résolues : ce dont dépend une dépendance est affiché pour sa version stockée la plus récente, sans ce qui ne sert qu’au développement.',
  newest: 'Version stockée la plus récente : {{version}}',
  expand: 'Afficher ce dont dépend {{name}}',
  list: 'Ce dont dépend {{name}}',
  none: 'Ne dépend d’aucun autre paquet.',
  cycle: 'Cycle : déjà plus haut dans l’arbre',
  deep: 'L’arbre s’arrête ici.',
  loading: 'Chargement des dépendances…',
  failed: 'Les dépendances n’ont pas pu être chargées.',
  graph: 'Graphe des dépendances',
  asTree:
    'L’arbre contient la même chose sous forme de texte. Une ligne en pointillés ramène à un paquet déjà présent dans le graphe.',
  cut: 'Il existe d’autres dépendances. Le graphe s’arrête après {{levels, number}} niveaux et {{packages, number}} paquets.',
  incomplete_one: 'Les dépendances de {{count, number}} paquet n’ont pas pu être chargées.',
  incomplete_many: 'Les dépendances de {{count, number}} de paquets n’ont pas pu être chargées.',
  incomplete_other: 'Les dépendances de {{count, number}} paquets n’ont pas pu être chargées.',
  download: 'Télécharger',
  archive: 'Archiver',
  downloadFailed: 'La version n’a pas pu être téléchargée.',
  coordinates: {
    group: 'ID de groupe',
    artifact: 'ID d’artefact',
    organisation: 'Organisation',
    module: 'Module',
    image: 'Image',
    reference: 'Référence',
  },
  violations: {
    failed: 'Les problèmes de cette version n’ont pas pu être déterminés.',
    answered: 'Le serveur a répondu le {{time}}.',
    licence: 'Licence',
    missing: 'L’auteur n’indique aucune licence.',
    unidentified: '« {{licence}} » n’est le nom d’aucune licence de la liste SPDX.',
    clear: 'La licence est claire.',
  },
};
