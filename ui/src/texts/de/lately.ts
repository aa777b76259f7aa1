import type { German } from '../i18n/areas';
import type { lately as english } from '../lately';

export const lately: German<typeof english> = {
  title: 'Zuletzt geändert',
  followed: {
    title: 'Pakete, denen Sie folgen',
    newVersion: 'Neue Version',
    all: 'Alle zeigen ({{count, number}})',
    fewer: 'Weniger zeigen',
    failed: 'Die Pakete, denen Sie folgen, konnten nicht geladen werden.',
  },
  attention: 'Handlungsbedarf ({{count, number}})',
  service: {
    offline: '{{name}} ist offline.',
    unhealthy: '{{name}} arbeitet nicht wie vorgesehen.',
    several_one: '{{count, number}} Dienst ist offline oder arbeitet nicht wie vorgesehen.',
    several_other: '{{count, number}} Dienste sind offline oder arbeiten nicht wie vorgesehen.',
  },
  advisories: {
    never:
      'Es wurden noch keine Sicherheitsmeldungen importiert. Der Befehl waybill advisories import importiert sie.',
    lost: 'Die importierten Sicherheitsmeldungen fehlen. Der Befehl waybill advisories import importiert sie erneut.',
    old_one:
      'Sicherheitsmeldungen wurden zuletzt vor {{count, number}} Tag importiert. Der Befehl waybill advisories import aktualisiert sie.',
    old_other:
      'Sicherheitsmeldungen wurden zuletzt vor {{count, number}} Tagen importiert. Der Befehl waybill advisories import aktualisiert sie.',
  },
  cleanup: {
    failed: 'Der letzte Lauf der Aufräumregel {{name}} ist fehlgeschlagen.',
    several_one: 'Der letzte Lauf von {{count, number}} Aufräumregel ist fehlgeschlagen.',
    several_other: 'Die letzten Läufe von {{count, number}} Aufräumregeln sind fehlgeschlagen.',
  },
  severe_one: '{{count, number}} gespeicherte Version hat kritische oder schwere Sicherheitslücken.',
  severe_other: '{{count, number}} gespeicherte Versionen haben kritische oder schwere Sicherheitslücken.',
  bundles_one: '{{count, number}} Supportpaket konnte nicht erstellt werden.',
  bundles_other: '{{count, number}} Supportpakete konnten nicht erstellt werden.',
};
