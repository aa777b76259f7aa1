import { area } from './i18n/area';

// How packages are used, followed, and how risky they are.

export const packageUse = {
  follow: 'Follow',
  unfollow: 'Stop following',
  followers: 'Followers',
  followFailed: 'What you follow could not be changed.',
  risk: 'Operational risk',
  level: {
    NONE: 'None known',
    LOW: 'Low',
    MEDIUM: 'Medium',
    HIGH: 'High',
  },
  reason: {
    DEPRECATED: 'The latest version is deprecated.',
    YANKED: 'All versions are yanked.',
    PRE_RELEASE: 'There are only pre-releases.',
    NO_RELEASE_FOR_ONE_YEAR: 'There was no release for more than a year.',
    NO_RELEASE_FOR_TWO_YEARS: 'There was no release for more than two years.',
    NO_RELEASE_FOR_FOUR_YEARS: 'There was no release for more than four years.',
  },
  behind: 'Newer releases',
  upToDate: 'None',
  downloads: 'Downloads in the last 90 days',
  downloadsOn: '{{day}}: {{count, number}}',
  downloadsLabel_one: '{{count, number}} download in the last 90 days',
  downloadsLabel_other: '{{count, number}} downloads in the last 90 days',
} as const;

export const texts = area('packageUse', packageUse);
