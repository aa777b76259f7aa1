import type { dependencies as english } from '../dependencies';
import type { French } from '../i18n/areas';

export const dependencies: French<typeof english> = {
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
};
