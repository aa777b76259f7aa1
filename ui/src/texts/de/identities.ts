import type { German } from '../i18n/areas';
import type { identities as english } from '../identities';

export const identities: German<typeof english> = {
  keyLead:
    'Sie haben hier kein Passwort. Um einen API-Schlüssel zu erstellen, melden Sie sich noch einmal bei {{name}} an.',
  again: 'Noch einmal bei {{name}} anmelden',
  keyReady:
    'Sie haben sich noch einmal angemeldet. Erstellen Sie den API-Schlüssel innerhalb von fünf Minuten; ein früherer wird ungültig.',
  keyCreate: 'API-Schlüssel erstellen',
  keyUntil: 'Bewahren Sie diesen Schlüssel sicher auf: Er wird nur einmal angezeigt.',
  keyFailed: 'Der API-Schlüssel konnte nicht erstellt werden.',
  linkDirectory: 'Verzeichniseintrag verknüpfen',
  directoryUser: 'Benutzername im Verzeichnis',
  directoryPassword: 'Passwort im Verzeichnis',
  directoryLinked: 'Der Verzeichniseintrag wurde verknüpft.',
  directoryLead:
    'Wenn Sie ein Passwort in einem Verzeichnis Ihrer Organisation haben, können Sie sich auch damit anmelden.',
  title: 'Anmeldeanbieter',
  lead: 'Sie können sich auch mit einem Konto anmelden, das Sie anderswo haben.',
  list: 'Verknüpfte Identitäten',
  failed: 'Die verknüpften Identitäten konnten nicht geladen werden.',
  retry: 'Erneut versuchen',
  none: 'Keine Identität ist verknüpft.',
  since: 'Verknüpft',
  deleted: 'Dieser Anbieter wurde gelöscht. Die Identität kann nicht verwendet werden.',
  unlink: 'Trennen',
  unlinkNamed: 'Identität bei {{name}} trennen',
  unlinked: 'Die Identität bei {{name}} wurde getrennt.',
  linked: 'Die Identität wurde verknüpft. Ab jetzt können Sie sich damit anmelden.',
  linkLead: 'Verknüpfen Sie eine weitere Identität. Sie melden sich dort an und kehren dann hierher zurück.',
  link: '{{name}} verknüpfen',
  continueTo: 'Weiter zu {{name}}',
  external:
    'Ihr Konto hat hier kein Passwort, deshalb melden Sie sich nur mit diesen Identitäten an. Bitten Sie einen Administrator, eine zu trennen. Die letzte kann nicht getrennt werden.',
  ofUser: 'Identitäten bei Anmeldeanbietern',
  ofUserLead: 'Der Benutzer meldet sich auch damit an.',
  lastOfUser: 'Nur damit kann sich der Benutzer anmelden. Sie kann nicht getrennt werden.',
  unlinkQuestion: 'Identität bei {{name}} trennen?',
  unlinkText: 'Der Benutzer wird dort abgemeldet, wo er sich damit angemeldet hat.',
  keep: 'Behalten',
};
