import type { advanced as english } from '../advanced';
import type { German } from '../i18n/areas';

export const advanced: German<typeof english> = {
  page: {
    lead: 'Alle Seiten der Verwaltung, und was fehlt, wenn sich eine nicht öffnen lässt.',
    search: 'Seiten suchen',
    clear: 'Suche leeren',
    count_one: '1 Seite',
    count_other: '{{count, number}} Seiten',
    none: 'Keine Seite passt zu „{{query}}“',
    noneText: 'Versuchen Sie ein anderes Wort, oder leeren Sie die Suche.',
    empty: 'Keine Seiten verfügbar',
    emptyText: 'Dieses Konto hat keinen Zugriff auf Seiten der Verwaltung.',
    loading: 'Das Menü wird geladen …',
    late: 'Das Menü braucht länger als üblich.',
    wait: 'Der Server ist vielleicht beschäftigt. Warten Sie, oder laden Sie die Seite neu.',
  },
  group: {
    repositories: 'Repositorys',
    management: 'Benutzer und Projekte',
    configuration: 'Konfiguration',
    monitoring: 'Überwachung',
    distribution: 'Verteilung',
    services: 'Dienste',
    other: 'Weiteres',
  },
  lack: {
    service_missing: 'Der Dienst hinter dieser Seite läuft nicht.',
    licence_too_low: 'Die installierte Lizenz umfasst diese Seite nicht.',
    switched_off: 'Diese Seite ist auf dieser Installation ausgeschaltet.',
    leads_elsewhere: 'Diese Seite leitet zurzeit auf eine andere weiter.',
    address_missing: 'Für diese Seite ist keine Adresse eingerichtet.',
  },
};
