import { area } from './i18n/area';

// The dialogs of the profile menu.

export const account = {
  sessions: {
    title: 'Signed-in sessions',
    lead: 'Browsers that are signed in to your account.',
    current: 'This browser',
    since: 'Signed in',
    seen: 'Last seen',
    revoke: 'Sign out',
    revokeOne: 'Sign out {{agent}}',
    revokeOthers: 'Sign out all others',
    confirmOne: 'Sign out this browser?',
    confirmOthers: 'Sign out all browsers except this one?',
    confirm: 'Sign out',
    cancel: 'Keep',
    revoked_one: 'One session was signed out.',
    revoked_other: '{{count, number}} sessions were signed out.',
    onlyThis: 'No other browser is signed in.',
    failed: 'The sessions could not be loaded.',
    agent: '{{browser}} on {{system}}',
    unknownAgent: 'Unknown browser',
  },
} as const;

export const texts = area('account', account);
