import type { archive as english } from '../archive';
import type { French } from '../i18n/areas';

export const archive: French<typeof english> = {
  lead: 'Les versions de paquets que les clients ne peuvent pas installer tant qu’elles ne sont pas restaurées.',
  newest:
    'Les dernières versions archivées. Une recherche de paquets demande un nom, un type de paquet et un dépôt. « * » remplace un texte quelconque, « ? » un caractère.',
  form: 'Rechercher dans l’archive',
  versions: 'Versions archivées',
  any: 'Tous',
  filter: {
    kind: 'Rechercher',
    name: 'Nom',
    type: 'Type de paquet',
    repository: 'Dépôt',
    version: 'Version',
    path: 'Chemin',
  },
  kind: { packages: 'Des paquets', artifacts: 'Des fichiers' },
  column: {
    package: 'Paquet',
    type: 'Type',
    version: 'Version',
    repository: 'Dépôt',
    files: 'Fichiers',
    size: 'Taille',
    archived: 'Archivée',
    by: 'Archivée par',
  },
  failed: 'L’archive n’a pas pu être chargée.',
  empty: 'L’archive est vide',
  emptyText:
    'Une version archivée garde ses fichiers, mais les clients ne peuvent pas l’installer tant qu’elle n’est pas restaurée. Pour archiver une version, ouvrez sa page et choisissez « Archiver ».',
  none: 'Aucune version archivée trouvée',
  server: 'le serveur',
  erased: 'un utilisateur effacé',
  restore: 'Restaurer',
  restoreNamed: 'Restaurer {{name}}',
  restored: '{{name}} a été restauré.',
  restoredPartly: '{{name}} a été restauré en partie.',
  taken_one: '{{count, number}} fichier reste dans l’archive, car quelque chose se trouve déjà à son chemin.',
  taken_many:
    '{{count, number}} de fichiers restent dans l’archive, car quelque chose se trouve déjà à leurs chemins.',
  taken_other:
    '{{count, number}} fichiers restent dans l’archive, car quelque chose se trouve déjà à leurs chemins.',
  restoreFailed: 'La version n’a pas pu être restaurée.',
  show: 'Afficher {{name}}',
  purge: 'Supprimer définitivement',
  purgeNamed: 'Supprimer {{name}} définitivement',
  purgeQuestion: 'Supprimer {{name}} définitivement ?',
  purgeText: 'Tous ses fichiers sont supprimés. Cette action est irréversible.',
  purged: '{{name}} a été supprimé définitivement.',
  purgeFailed: 'La version n’a pas pu être supprimée.',
  keep: 'Conserver',
  close: 'Fermer',
  archive: 'Archiver',
  question: 'Archiver la version {{version}} de {{name}} ?',
  questionText:
    'Les clients ne pourront plus l’installer depuis {{repository}} tant qu’elle n’est pas restaurée depuis l’archive.',
  others: 'Elle reste dans les autres dépôts.',
  archiveFailed: 'La version n’a pas pu être archivée.',
  archived:
    'La version {{version}} de {{name}} a été archivée. Les clients ne peuvent plus l’installer depuis {{repository}}.',
  find: 'La trouver dans l’archive',
  undo: 'Annuler',
};
