import type { German } from '../i18n/areas';
import type { passkeySignIn as english } from '../passkeySignIn';

export const passkeySignIn: German<typeof english> = {
  button: 'Mit einem Passkey anmelden',
  elsewhere: 'Um sich mit einem Passkey anzumelden, öffnen Sie die Konsole unter dieser Adresse:',
  use: 'Passkey verwenden',
  lead: 'Bestätigen Sie mit einem Ihrer Passkeys.',
  usePasskey: 'Stattdessen einen Passkey verwenden',
  enrol: 'Passkey statt einer App verwenden',
  enrolLead:
    'Auch ein Passkey auf diesem Gerät, auf einem Telefon oder auf einem Sicherheitsschlüssel ist ein zweiter Faktor. Sie bestätigen mit Fingerabdruck, Gesicht oder PIN.',
  failed:
    'Der Passkey konnte nicht verwendet werden. Versuchen Sie es erneut, oder melden Sie sich anders an.',
  failure: {
    cancelled: 'Es wurde kein Passkey gewählt. Versuchen Sie es erneut, oder melden Sie sich anders an.',
    known: 'Einer Ihrer Passkeys ist bereits auf diesem Gerät.',
    unsupported: 'Dieser Browser unterstützt keine Passkeys.',
    insecure:
      'Browser verwenden Passkeys nur über https oder auf localhost. Öffnen Sie die Konsole unter einer solchen Adresse.',
    address:
      'Passkeys gehören zum Hostnamen des Servers. Öffnen Sie die Konsole unter der Adresse mit diesem Namen.',
  },
  refused: {
    passkey_refused:
      'Dieser Passkey wird nicht akzeptiert. Versuchen Sie es erneut, oder melden Sie sich anders an.',
    passkey_unknown:
      'Dieser Passkey gehört hier zu keinem Benutzer. Er wurde möglicherweise entfernt. Melden Sie sich mit Ihrem Passwort an.',
    passkey_copied:
      'Dieser Passkey wird nicht akzeptiert, weil er möglicherweise kopiert wurde. Melden Sie sich anders an, und entfernen Sie ihn in Ihrem Profil.',
    passkey_question_lost: 'Die Anfrage nach einem Passkey ist abgelaufen. Versuchen Sie es erneut.',
    passkey_question_expired: 'Die Anfrage nach einem Passkey ist abgelaufen. Versuchen Sie es erneut.',
    passkey_question_unknown:
      'In einem anderen Tab wurde inzwischen erneut nach einem Passkey gefragt. Versuchen Sie es erneut.',
    signed_in_meanwhile: 'Sie haben sich inzwischen in einem anderen Tab angemeldet.',
    passkey_taken: 'Dieser Passkey gehört bereits zu einem Konto. Fügen Sie einen anderen hinzu.',
    passkey_name: 'Geben Sie 1 bis 60 sichtbare Zeichen ein.',
    too_many_passkeys: 'Mehr Passkeys kann ein Konto nicht haben. Entfernen Sie zuerst einen.',
    already_enrolled: 'Es gibt bereits einen zweiten Faktor. Melden Sie sich erneut an.',
    no_passkey: 'Ihr Konto hat keinen Passkey. Verwenden Sie stattdessen einen Code.',
    not_allowed: 'Die Anmeldung ist nicht möglich. Wenden Sie sich an einen Administrator.',
    too_many_sign_ins: 'Es laufen zu viele Anmeldungen. Versuchen Sie es in einer Minute erneut.',
    passkeys_off: 'Diese Installation akzeptiert keine Passkeys.',
    passkeys_ip_address:
      'Passkeys gehören zu einem Hostnamen, und dieser Server wird unter einer IP-Adresse erreicht. Bitten Sie einen Administrator, public_url auf eine Adresse mit einem Namen zu setzen.',
    passkeys_not_secure:
      'Browser verwenden Passkeys nur über https oder auf localhost. Bitten Sie einen Administrator, public_url auf eine Adresse mit https zu setzen.',
  },
};
