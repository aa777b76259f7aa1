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
