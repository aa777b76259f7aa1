import { area } from './i18n/area';

// What the user follows, what changed lately, and what administrators should look at: above the list of packages.

export const lately = {
  title: 'Recently changed',
  followed: {
    title: 'Packages you follow',
    newVersion: 'New version',
    all: 'Show all ({{count, number}})',
    fewer: 'Show fewer',
    failed: 'The packages that you follow could not be loaded.',
  },
  attention: 'Needs attention ({{count, number}})',
  service: {
    offline: '{{name}} is offline.',
    unhealthy: '{{name}} does not work as it should.',
    several_one: '{{count, number}} service is offline or does not work as it should.',
    several_other: '{{count, number}} services are offline or do not work as they should.',
  },
  advisories: {
    never: 'No security advisories have been imported. The command waybill advisories import imports them.',
    lost: 'The imported security advisories are missing. The command waybill advisories import imports them again.',
    old_one:
      'Security advisories were last imported {{count, number}} day ago. The command waybill advisories import updates them.',
    old_other:
      'Security advisories were last imported {{count, number}} days ago. The command waybill advisories import updates them.',
  },
  cleanup: {
    failed: 'The last run of the cleanup policy {{name}} failed.',
    several_one: 'The last run of {{count, number}} cleanup policy failed.',
    several_other: 'The last runs of {{count, number}} cleanup policies failed.',
  },
  severe_one: '{{count, number}} stored version has critical or highly severe vulnerabilities.',
  severe_other: '{{count, number}} stored versions have critical or highly severe vulnerabilities.',
  bundles_one: '{{count, number}} support bundle could not be created.',
  bundles_other: '{{count, number}} support bundles could not be created.',
} as const;

export const texts = area('lately', lately);
