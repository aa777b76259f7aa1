import type { French } from '../i18n/areas';
import type { search as english } from '../search';

export const search: French<typeof english> = {
  artifactLead: 'Les fichiers de tous les dépôts que vous pouvez lire.',
  artifactHint:
    'Remplissez au moins un champ. Un nom trouve tout ce qui commence ainsi ; « * » remplace un texte quelconque, « ? » un caractère.',
  form: 'Rechercher des artefacts',
  artifacts: 'Artefacts',
  search: 'Rechercher',
  clear: 'Effacer',
  more: 'Afficher plus',
  failed: 'La recherche n’a pas pu être effectuée.',
  refused: {
    search_empty: 'Saisissez un texte ou remplissez au moins un champ.',
    search_name_too_short: 'Saisissez au moins trois lettres du nom.',
    search_archive_incomplete: 'Saisissez un nom, un type de paquet et un dépôt.',
  },
  none: 'Aucun artefact trouvé',
  noneHint: 'Modifiez ou effacez la recherche.',
  filter: {
    name: 'Nom',
    repositories: 'Dépôts',
    path: 'Chemin',
    properties: 'Propriétés',
    checksum: 'Somme de contrôle',
    after: 'Modifié à partir du',
    before: 'Modifié jusqu’au',
  },
  column: {
    name: 'Nom',
    repository: 'Dépôt',
    path: 'Chemin',
    size: 'Taille',
    modified: 'Modifié',
  },
};
