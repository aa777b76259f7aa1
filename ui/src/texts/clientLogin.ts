import { area } from './i18n/area';

// The sign-in of command-line clients: the question, and what became of it.

export const clientLogin = {
  none: 'No command-line client waits in this tab. Start its sign-in in your terminal, and open the link that it shows.',
  failed: 'Your account could not be loaded.',
  retry: 'Try again',
  loading: 'Loading your account…',
  erased: 'Erased user',
  asks: 'Sign in {{name}}?',
  lead: 'A command-line client asks to act on your behalf. The name is what it calls itself.',
  user: 'Signed in as',
  access: 'Access',
  everything: 'Everything that you can do',
  lasts: 'Access lasts',
  untilRevoked: '{{time}}, or until you revoke its access token in your profile',
  risk: 'Enter the code that your own terminal shows. If you did not start this in a terminal of yours, deny it. A person who has sent you the link or a code would get your access.',
  answer: 'Your answer',
  code: 'Code',
  codeText: 'The four characters that your terminal shows',
  codeMissing: 'Enter the four characters that your terminal shows.',
  wrongCode_one: 'Incorrect code. {{count, number}} try is left.',
  wrongCode_other: 'Incorrect code. {{count, number}} tries are left.',
  signIn: 'Sign in',
  deny: 'Deny',
  checkedElsewhere: 'A code is being checked in another tab. Try again in a moment.',
  tokenRefused:
    'You have as many access tokens as a user can have. Revoke one in your profile, then enter the code again.',
  ended: {
    granted: '{{name}} is signed in',
    denied: '{{name}} was denied',
    refused: '{{name}} was not signed in',
    over: '{{name}} no longer waits',
  },
  why: {
    granted: 'It can fetch its access token now. You can close this tab.',
    denied: 'It gets no access. You can close this tab.',
    unknown:
      'It was answered already, its five minutes are over, or the server was restarted. Start again in your terminal. If you did not start it, revoke its access token in your profile, if it has one.',
    wrongCodes: 'Three incorrect codes were entered for it. Start again in your terminal.',
    answered:
      'It was answered before, perhaps in another browser. If your client is not signed in as you, start again in your terminal. If you did not start it, revoke its access token in your profile.',
    interrupted: 'The server stopped while it was checking the code. Start again in your terminal.',
    invalid: 'The link is not valid. Start again in your terminal.',
  },
  profile: 'Go to your profile',
  registration: {
    waits: '{{name}} waits to be signed in. Sign in, then enter the code that your own terminal shows.',
    none: 'No command-line client waits in this tab. Start its sign-in in your terminal, and open the link that it shows.',
    signIn: 'Sign in',
  },
} as const;

export const texts = area('clientLogin', clientLogin);
