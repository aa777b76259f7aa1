import type { German } from '../i18n/areas';
import type { pipelinesSearch as english } from '../pipelinesSearch';

export const pipelinesSearch: German<typeof english> = {
  lead: 'Pipelines, deren Läufe hier einen Build veröffentlicht haben. Läufe ohne Veröffentlichung stehen nur auf dem Server, der sie ausgeführt hat.',
  form: 'Pipelines suchen',
  results: 'Pipelines',
  ignored: 'Ein Teil dieser Suche gilt hier nicht. Es gilt nur name.',
  none: 'Keine Pipelines gefunden',
  empty: 'Noch keine Pipelines',
  emptyText:
    'Eine Pipeline erscheint hier, sobald einer ihrer Läufe einen Build veröffentlicht. Die Befehle dafür stehen unter Builds.',
  notKnown: 'Nicht bekannt',
  column: {
    name: 'Pipeline',
    agent: 'Server',
    number: 'Letzter Lauf',
    started: 'Begonnen',
    runs: 'Läufe',
    project: 'Projekt',
  },
};
