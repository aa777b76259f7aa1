import { plainArea } from './i18n/plainArea';

// What only the sign-in page shows. The engine for placeholders is not loaded there.

export const signIn = {
  lead: 'Sign in to continue.',
  remember: 'Keep me signed in',
  forgotten: 'Forgot your password? Ask an administrator for a link to choose a new one.',
  forgot: 'Forgot your password?',
  register: 'Create an account',
  forgottenElsewhere: 'Forgot your password? Ask the help desk of your organization.',
  provider: 'Sign in with single sign-on',
  proxy: 'Sign in with your organization',
  or: 'or',
  useForm: 'Sign in with user name and password',
  closeMessage: 'Close message',
  setupNeeded:
    'This installation has no administrator yet. Open the one-use link that the server printed when it first started.',
  stayIn: 'You are already signed in.',
  stayStart: 'Go to the start page',
  stayOut: 'Sign out',
} as const;

export const texts = plainArea('signIn', signIn);
