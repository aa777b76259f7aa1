import type { German } from '../i18n/areas';
import type { passkeys as english } from '../passkeys';

export const passkeys: German<typeof english> = {
  title: 'Passkeys',
  lead: 'Ein Passkey meldet Sie mit Fingerabdruck, Gesicht oder PIN an, und Sie müssen sich nichts merken. Nach Ihrem Passwort ist er Ihr zweiter Faktor.',
  list: 'Ihre Passkeys',
  none: 'Sie haben keinen Passkey.',
  failed: 'Ihre Passkeys konnten nicht geladen werden.',
  retry: 'Erneut versuchen',
  unnamed: 'Passkey',
  since: 'Hinzugefügt',
  used: 'Zuletzt verwendet',
  unused: 'Nie verwendet',
  synchronised: 'Zwischen Ihren Geräten synchronisiert',
  single: 'Nur auf einem Gerät',
  backedUp: 'Gesichert',
  add: 'Passkey hinzufügen',
  addLead: 'Von da an meldet Sie Ihr Passwort allein nicht mehr an.',
  addLeadAlso: 'Von da an werden Sie nach der Anmeldung bei Ihrem Anbieter danach gefragt.',
  confirmLead:
    'Um einen Passkey hinzuzufügen oder zu entfernen, melden Sie sich noch einmal bei {{name}} an.',
  confirmed:
    'Sie haben sich noch einmal angemeldet. Innerhalb von fünf Minuten können Sie einen Passkey hinzufügen oder entfernen.',
  name: 'Name',
  nameHint: 'Damit Sie den Passkey später wiedererkennen, zum Beispiel „Arbeitslaptop“.',
  nameMissing: 'Geben Sie einen Namen ein.',
  nameLong: 'Geben Sie höchstens 60 Zeichen ein.',
  added: 'Der Passkey {{name}} wurde hinzugefügt.',
  full: 'Sie haben {{count, number}} Passkeys, mehr sind nicht möglich. Entfernen Sie einen, bevor Sie einen weiteren hinzufügen.',
  rename: 'Umbenennen',
  renameNamed: 'Passkey {{name}} umbenennen',
  save: 'Speichern',
  cancel: 'Abbrechen',
  renamed: 'Der Passkey heißt jetzt {{name}}.',
  remove: 'Entfernen',
  removeNamed: 'Passkey {{name}} entfernen',
  removeText: 'Sie werden dort abgemeldet, wo Sie sich mit ihm angemeldet haben.',
  removeLast:
    'Das ist Ihr letzter zweiter Faktor. Ohne ihn gelten Ihre Wiederherstellungscodes nicht mehr, und Ihr Passwort allein meldet Sie an, es sei denn, diese Installation verlangt einen neuen zweiten Faktor.',
  removeLastAlso:
    'Das ist Ihr letzter zweiter Faktor. Ohne ihn gelten Ihre Wiederherstellungscodes nicht mehr, und die Anmeldung bei Ihrem Anbieter genügt, es sei denn, diese Installation verlangt einen neuen zweiten Faktor.',
  removed: 'Der Passkey {{name}} wurde entfernt.',
  external:
    'Ihr Konto hat hier kein Passwort und nichts anderes zum Bestätigen, daher können Sie keine Passkeys hinzufügen oder entfernen.',
  one: 'Wenn Sie Ihren einzigen Passkey verlieren, brauchen Sie einen Wiederherstellungscode oder einen Administrator. Fügen Sie einen zweiten Passkey auf einem anderen Gerät hinzu.',
  newCodesText:
    'Ersetzen Sie Ihre Wiederherstellungscodes. Sie bestätigen mit einem Passkey, und die bisherigen Codes gelten nicht mehr.',
  newCodes: 'Neue Wiederherstellungscodes erstellen',
};
