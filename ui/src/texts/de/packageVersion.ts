import type { German } from '../i18n/areas';
import type { packageVersion as english } from '../packageVersion';

export const packageVersion: German<typeof english> = {
  shape: { label: 'Anzeigen als', tree: 'Baum', graph: 'Graph' },
  hint: 'Anforderungen werden nicht aufgelöst: Wovon eine Abhängigkeit selbst abhängt, wird für ihre neueste gespeicherte Version gezeigt, ohne das nur zur Entwicklung Nötige.',
  newest: 'Neueste gespeicherte Version: {{version}}',
  expand: 'Zeigen, wovon {{name}} abhängt',
  list: 'Wovon {{name}} abhängt',
  none: 'Hängt von keinem anderen Paket ab.',
  cycle: 'Zyklus: weiter oben im Baum',
  deep: 'Der Baum endet hier.',
  loading: 'Die Abhängigkeiten werden geladen …',
  failed: 'Die Abhängigkeiten konnten nicht geladen werden.',
  graph: 'Graph der Abhängigkeiten',
  asTree:
    'Der Baum enthält dasselbe als Text. Eine gestrichelte Linie führt zurück zu einem Paket, das schon im Graphen ist.',
  cut: 'Es gibt weitere Abhängigkeiten. Der Graph endet nach {{levels, number}} Ebenen und {{packages, number}} Paketen.',
  incomplete_one: 'Die Abhängigkeiten von {{count, number}} Paket konnten nicht geladen werden.',
  incomplete_other: 'Die Abhängigkeiten von {{count, number}} Paketen konnten nicht geladen werden.',
  download: 'Herunterladen',
  archive: 'Archivieren',
  downloadFailed: 'Die Version konnte nicht heruntergeladen werden.',
  coordinates: {
    group: 'Group-ID',
    artifact: 'Artifact-ID',
    organisation: 'Organisation',
    module: 'Modul',
    image: 'Image',
    reference: 'Referenz',
  },
  violations: {
    failed: 'Was an dieser Version nicht stimmt, ließ sich nicht feststellen.',
    answered: 'Der Server hat am {{time}} geantwortet.',
    licence: 'Lizenz',
    missing: 'Der Autor nennt keine Lizenz.',
    unidentified: '„{{licence}}“ ist der Name keiner Lizenz aus der Liste von SPDX.',
    clear: 'Die Lizenz ist eindeutig.',
  },
};
