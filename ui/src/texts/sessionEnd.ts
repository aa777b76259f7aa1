import { area } from './i18n/area';

// The warnings before a session ends.

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
} as const;

export const texts = area('sessionEnd', sessionEnd);
