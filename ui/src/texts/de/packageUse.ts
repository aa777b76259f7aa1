import type { German } from '../i18n/areas';
import type { packageUse as english } from '../packageUse';

export const packageUse: German<typeof english> = {
  follow: 'Folgen',
  unfollow: 'Nicht mehr folgen',
  followers: 'Follower',
  followFailed: 'Die Änderung war nicht möglich.',
  risk: 'Betriebsrisiko',
  level: {
    NONE: 'Keines bekannt',
    LOW: 'Niedrig',
    MEDIUM: 'Mittel',
    HIGH: 'Hoch',
  },
  reason: {
    DEPRECATED: 'Die neueste Version ist veraltet.',
    YANKED: 'Alle Versionen sind zurückgezogen.',
    PRE_RELEASE: 'Es gibt nur Vorabversionen.',
    NO_RELEASE_FOR_ONE_YEAR: 'Seit mehr als einem Jahr gab es keine neue Version.',
    NO_RELEASE_FOR_TWO_YEARS: 'Seit mehr als zwei Jahren gab es keine neue Version.',
    NO_RELEASE_FOR_FOUR_YEARS: 'Seit mehr als vier Jahren gab es keine neue Version.',
  },
  behind: 'Neuere Versionen',
  upToDate: 'Keine',
  downloads: 'Downloads der letzten 90 Tage',
  downloadsOn: '{{day}}: {{count, number}}',
  downloadsLabel_one: '{{count, number}} Download in den letzten 90 Tagen',
  downloadsLabel_other: '{{count, number}} Downloads in den letzten 90 Tagen',
};
