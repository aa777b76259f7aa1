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
  notice: {
    expired: 'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an.',
    revoked: 'Sie wurden von einem anderen Browser aus abgemeldet.',
    logged_out: 'Sie sind abgemeldet.',
    otp_failed: 'Etwas ist schiefgegangen',
    directory_unavailable:
      'Benutzername oder Passwort ist falsch, oder ein Verzeichnis mit Passwörtern von Benutzern ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    directory_user_unknown:
      'Das Verzeichnis kennt Sie, aber Sie haben hier kein Konto. Bitten Sie einen Administrator darum.',
    password_not_used_here:
      'Benutzer melden sich hier anderswo an. Melden Sie sich mit einem Anbieter oder mit dem Passwort Ihres Verzeichnisses an.',
    proxy_user_invalid: 'Der Name, den der Proxy nennt, kann nicht der eines Benutzers sein.',
    identity_unknown:
      'Sie sind dort bekannt, haben hier aber kein Konto. Bitten Sie einen Administrator darum.',
    device_needed:
      'Heute gab es zu viele falsche Versuche für dieses Konto. Melden Sie sich auf einem Gerät an, auf dem Sie es schon getan haben, oder öffnen Sie einen Link für ein neues Gerät: Ihr Profil erstellt einen auf einem solchen Gerät, und ein Administrator kann Ihnen einen geben.',
    link_used: 'Dieser Link für ein neues Gerät wurde schon benutzt. Besorgen Sie sich einen anderen.',
    device_not_known:
      'Ihr Konto kennt dieses Gerät nicht. Melden Sie sich darauf noch einmal an, oder bitten Sie einen Administrator um einen Link.',
    session_expired: 'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an.',
    session_idle: 'Sie wurden abgemeldet, weil Sie abwesend waren. Melden Sie sich wieder an.',
    session_revoked: 'Sie wurden von einem anderen Browser aus abgemeldet.',
  },
};
