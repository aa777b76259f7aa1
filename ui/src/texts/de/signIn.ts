import type { German } from '../i18n/areas';
import type { signIn as english } from '../signIn';

export const signIn: German<typeof english> = {
  lead: 'Melden Sie sich an, um fortzufahren.',
  remember: 'Angemeldet bleiben',
  forgotten:
    'Passwort vergessen? Bitten Sie einen Administrator um einen Link, mit dem Sie ein neues wählen.',
  forgot: 'Passwort vergessen?',
  register: 'Konto anlegen',
  forgottenElsewhere: 'Passwort vergessen? Fragen Sie den Helpdesk Ihrer Organisation.',
  provider: 'Mit Single Sign-on anmelden',
  proxy: 'Über Ihre Organisation anmelden',
  or: 'oder',
  useForm: 'Mit Benutzername und Passwort anmelden',
  closeMessage: 'Meldung schließen',
  setupNeeded:
    'Diese Installation hat noch keinen Administrator. Öffnen Sie den einmal gültigen Link, den der Server beim ersten Start ausgegeben hat.',
  stayIn: 'Sie sind bereits angemeldet.',
  stayStart: 'Zur Startseite',
  stayOut: 'Abmelden',
};
