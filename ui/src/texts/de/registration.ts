import type { German } from '../i18n/areas';
import type { registration as english } from '../registration';

export const registration: German<typeof english> = {
  lead: 'Wählen Sie einen Benutzernamen und geben Sie Ihre E-Mail-Adresse ein. Ein Link, der das Konto anlegt, wird dorthin geschickt.',
  user: 'Benutzername',
  userMissing: 'Wählen Sie einen Benutzernamen.',
  email: 'E-Mail-Adresse',
  emailMissing: 'Geben Sie Ihre E-Mail-Adresse ein.',
  submit: 'Link senden',
  sent: 'Eine Mail, in der steht, wie es weitergeht, ist unterwegs zu Ihnen.',
  sentHint:
    'Der Link darin gilt einmal und einen Tag lang. Wenn keine Mail ankommt, sehen Sie im Spam-Ordner nach, oder versuchen Sie es später noch einmal.',
  again: 'Anderen Namen oder andere Adresse verwenden',
  off: 'Besucher können hier keine Konten anlegen. Bitten Sie einen Administrator um eines.',
  choose: 'Wählen Sie ein Passwort für Ihr neues Konto {{name}}. Damit wird das Konto angelegt.',
  gone: 'Er wurde benutzt, ist abgelaufen oder wurde durch einen neueren ersetzt.',
  restart: 'Konto anlegen',
  done: 'Ihr Konto ist angelegt. Melden Sie sich damit an.',
  waits: 'Ihr Konto ist angelegt. Sie können sich anmelden, sobald ein Administrator es freigegeben hat.',
};
