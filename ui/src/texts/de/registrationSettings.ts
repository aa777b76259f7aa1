import type { German } from '../i18n/areas';
import type { registrationSettings as english } from '../registrationSettings';

export const registrationSettings: German<typeof english> = {
  title: 'Registrierung',
  lead: 'Besucher legen Konten mit einem Link an, der an ihre E-Mail-Adresse geschickt wird.',
  loading: 'Die Registrierung wird geladen …',
  failed: 'Die Registrierung konnte nicht geladen werden.',
  state: 'Zustand',
  on: 'Ein',
  off: 'Aus',
  noMail:
    'Ein, aber es können keine Mails mit Links gesendet werden: Richten Sie zuerst einen Mailserver und die öffentliche Adresse ein.',
  form: 'Einstellungen der Registrierung',
  enabled: 'Besucher dürfen Konten anlegen',
  enabledText: 'Die Anmeldeseite bietet es an. Neue Benutzer haben nur die Rechte aller neuen Benutzer.',
  domains: 'Mail-Domains',
  domainsText:
    'Eine in jeder Zeile, etwa example.org. Wenn keine angegeben ist, sind alle E-Mail-Adressen zugelassen.',
  domainsWrong: 'Schreiben Sie Domains wie example.org, jede in eine eigene Zeile, und höchstens 50.',
  approval: 'Ein Administrator gibt neue Konten frei',
  approvalText: 'Bis dahin stehen sie auf der Seite der Benutzer, mit dem Status „Wartet auf Freigabe“.',
  noAddress:
    'Mails über Konten, die auf Freigabe warten, erreichen Sie nicht: Ihr Konto hat keine E-Mail-Adresse. Tragen Sie in Ihrem Profil eine ein, oder sehen Sie auf der Seite der Benutzer nach.',
  save: 'Speichern',
  saved: 'Die Registrierung wurde aktualisiert.',
};
