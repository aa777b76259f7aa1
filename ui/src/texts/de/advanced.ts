import type { advanced as english } from '../advanced';
import type { German } from '../i18n/areas';

export const advanced: German<typeof english> = {
  page: {
    lead: 'Alle Seiten der Verwaltung, und was fehlt, wo sich eine nicht öffnen lässt.',
    search: 'Seiten suchen',
    clear: 'Suche leeren',
    count_one: '1 Seite',
    count_other: '{{count, number}} Seiten',
    none: 'Keine Seite passt zu „{{query}}“',
    noneText: 'Versuchen Sie ein anderes Wort, oder leeren Sie die Suche.',
    empty: 'Hier gibt es nichts für Sie',
    emptyText: 'Die Installation bietet diesem Konto keine Seite der Verwaltung an.',
    loading: 'Das Menü wird geladen …',
    late: 'Das Menü braucht länger, als es sollte.',
    wait: 'Vielleicht ist der Server beschäftigt. Sie können warten oder die Seite neu laden.',
  },
  group: {
    repositories: 'Repositorys',
    management: 'Menschen und Projekte',
    configuration: 'Konfiguration',
    monitoring: 'Überwachung',
    distribution: 'Verteilung',
    services: 'Dienste',
    other: 'Weiteres',
  },
  lack: {
    service_missing: 'Der Dienst hinter dieser Seite läuft nicht.',
    licence_too_low: 'Die installierte Lizenz umfasst diese Seite nicht.',
    switched_off: 'Diese Installation wurde ohne diese Seite eingerichtet.',
    leads_elsewhere: 'Diese Seite führt zurzeit anderswohin.',
  },
};
