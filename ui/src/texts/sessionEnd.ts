import { area } from './i18n/area';

// The warnings before a session ends, and signing in again where the page is kept.

export const sessionEnd = {
  idle: {
    title: 'Are you still there?',
    text: 'You have not done anything here for a while. Unless you stay signed in, you will be signed out in every tab.',
    left: 'Time left: {{time}}',
    stay: 'Stay signed in',
  },
  absolute: {
    title: 'Your session ends at {{time}}.',
    text: 'A session ends after a fixed time, whatever you do in it. You will be asked to sign in again, and this page stays as it is until then.',
    close: 'Close',
  },
  again: {
    idle: 'You were away for longer than this installation allows, so you were signed out.',
    expired: 'Your session has lasted as long as a session can last here, so you were signed out.',
    keeps:
      'What is on this page stays as it is until you sign in. If another user signs in, the page starts over.',
    elsewhere: 'The sign-in service opens in another tab. Come back to this one after signing in there.',
  },
} as const;

export const texts = area('sessionEnd', sessionEnd);
