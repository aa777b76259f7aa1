import type { German } from '../i18n/areas';
import type { search as english } from '../search';

export const search: German<typeof english> = {
  artifactLead: 'Dateien in allen Repositorys, die Sie lesen dürfen.',
  artifactHint:
    'Füllen Sie mindestens ein Feld aus. Ein Name findet alles, was so beginnt; * steht für beliebigen Text und ? für ein Zeichen.',
  form: 'Artefakte suchen',
  artifacts: 'Artefakte',
  search: 'Suchen',
  clear: 'Leeren',
  more: 'Mehr anzeigen',
  failed: 'Die Suche konnte nicht ausgeführt werden.',
  refused: {
    search_empty: 'Geben Sie einen Suchtext ein, oder füllen Sie mindestens ein Feld aus.',
    search_name_too_short: 'Geben Sie mindestens drei Buchstaben des Namens ein.',
    search_archive_incomplete: 'Geben Sie einen Namen, einen Pakettyp und ein Repository ein.',
  },
  none: 'Keine Artefakte gefunden',
  noneHint: 'Ändern oder leeren Sie die Suche.',
  filter: {
    name: 'Name',
    repositories: 'Repositorys',
    path: 'Pfad',
    properties: 'Eigenschaften',
    checksum: 'Prüfsumme',
    after: 'Geändert ab',
    before: 'Geändert bis',
  },
  column: {
    name: 'Name',
    repository: 'Repository',
    path: 'Pfad',
    size: 'Größe',
    modified: 'Geändert',
  },
};
