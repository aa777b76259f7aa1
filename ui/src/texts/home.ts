import { area } from './i18n/area';

// Home: how the installation is, and what to do next.

export const home = {
  lead: 'How this installation is, and what to do next.',
  userLead: 'Your last activity, and what to do next.',
  visitorLead: 'You are looking around as a visitor.',
  health: {
    title: 'Services',
    loading: 'Loading the services…',
    failed: 'The services could not be loaded.',
    online_one: 'The only service is online',
    online_other: 'All {{count, number}} services are online',
    offline_one: '1 service is offline',
    offline_other: '{{count, number}} services are offline',
    open: 'Service status',
  },
  licence: {
    title: 'Licence',
    loading: 'Loading the licence…',
    failed: 'The licence could not be loaded.',
    name: 'Licence',
    until: 'Valid until',
    noEnd: 'No end',
    ended: 'The licence ended on {{day}}.',
    ends_one: 'The licence ends tomorrow.',
    ends_other: 'The licence ends in {{count, number}} days.',
    open: 'Licences',
  },
  acts: {
    title: 'Last activity',
    ownTitle: 'Your last activity',
    loading: 'Loading the activity…',
    failed: 'The activity could not be loaded.',
    none: 'Nothing has happened yet.',
    open: 'All activity',
  },
  next: {
    title: 'What to do next',
    licence: 'Install a licence',
    licenceText: 'No licence is installed. Some features need one.',
    users: 'Add users',
    usersText: 'A second administrator can help when you cannot sign in.',
    factor: 'Require a second factor',
    factorText: 'Your account has no second factor. The setting mfa_required makes users set one up.',
    backup: 'Back up the data',
    backupText: 'The command waybill backup makes a copy while the server runs.',
    projects: 'Manage projects',
    projectsText: 'The projects of this installation.',
    sessions: 'Check your sessions and devices',
    sessionsText: 'Where your account is signed in, and which browsers are known.',
    activity: 'See your activity',
    activityText: 'What happened in this session, as sentences.',
    signIn: 'Sign in',
    signInText: 'With an account you see more of this installation.',
  },
  recent: { title: 'Recent pages' },
  retry: 'Try again',
} as const;

export const texts = area('home', home);
