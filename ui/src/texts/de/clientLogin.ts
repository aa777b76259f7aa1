import type { clientLogin as english } from '../clientLogin';
import type { German } from '../i18n/areas';

export const clientLogin: German<typeof english> = {
  none: 'In diesem Tab wartet kein Kommandozeilenprogramm. Beginnen Sie die Anmeldung in Ihrem Terminal, und öffnen Sie den Link, den es anzeigt.',
  failed: 'Ihr Konto konnte nicht geladen werden.',
  retry: 'Erneut versuchen',
  loading: 'Ihr Konto wird geladen …',
  erased: 'Gelöschtes Konto',
  asks: '{{name}} anmelden?',
  lead: 'Ein Kommandozeilenprogramm möchte in Ihrem Namen handeln. So nennt es sich selbst.',
  user: 'Angemeldet als',
  access: 'Zugriff',
  everything: 'Alles, was Sie selbst können',
  lasts: 'Dauer des Zugriffs',
  untilRevoked: '{{time}}, oder bis Sie das Zugriffstoken in Ihrem Profil widerrufen',
  risk: 'Geben Sie den Code ein, den Ihr eigenes Terminal anzeigt. Wenn Sie dies nicht in einem Ihrer Terminals begonnen haben, lehnen Sie es ab. Wer Ihnen den Link oder einen Code geschickt hat, bekäme sonst Ihren Zugriff.',
  answer: 'Ihre Antwort',
  code: 'Code aus dem Terminal',
  codeText: 'Die vier Zeichen, die Ihr Terminal anzeigt',
  codeMissing: 'Geben Sie die vier Zeichen ein, die Ihr Terminal anzeigt.',
  wrongCode_one: 'Falscher Code. Es bleibt {{count, number}} Versuch.',
  wrongCode_other: 'Falscher Code. Es bleiben {{count, number}} Versuche.',
  signIn: 'Anmelden',
  deny: 'Ablehnen',
  checkedElsewhere: 'In einem anderen Tab wird gerade ein Code geprüft. Versuchen Sie es gleich noch einmal.',
  tokenRefused:
    'Sie haben so viele Zugriffstoken, wie ein Benutzer haben kann. Widerrufen Sie eines in Ihrem Profil, und geben Sie den Code dann noch einmal ein.',
  ended: {
    granted: '{{name}} ist angemeldet',
    denied: '{{name}} wurde abgelehnt',
    refused: '{{name}} wurde nicht angemeldet',
    over: '{{name}} wartet nicht mehr',
  },
  why: {
    granted: 'Das Programm kann sein Zugriffstoken jetzt abholen. Sie können diesen Tab schließen.',
    denied: 'Das Programm bekommt keinen Zugriff. Sie können diesen Tab schließen.',
    unknown:
      'Das Programm hat schon eine Antwort bekommen, seine fünf Minuten sind vorbei, oder der Server wurde neu gestartet. Beginnen Sie in Ihrem Terminal von vorn. Wenn Sie es nicht selbst begonnen haben und es ein Zugriffstoken hat, widerrufen Sie dieses in Ihrem Profil.',
    wrongCodes: 'Es wurden drei falsche Codes eingegeben. Beginnen Sie in Ihrem Terminal von vorn.',
    answered:
      'Das Programm hat schon eine Antwort bekommen, vielleicht in einem anderen Browser. Wenn es nicht mit Ihrem Konto angemeldet ist, beginnen Sie in Ihrem Terminal von vorn. Wenn Sie es nicht selbst begonnen haben, widerrufen Sie das Zugriffstoken in Ihrem Profil.',
    interrupted:
      'Der Server wurde beendet, während er den Code prüfte. Beginnen Sie in Ihrem Terminal von vorn.',
    invalid: 'Der Link ist nicht gültig. Beginnen Sie in Ihrem Terminal von vorn.',
  },
  profile: 'Zu Ihrem Profil',
  registration: {
    waits:
      '{{name}} wartet darauf, angemeldet zu werden. Melden Sie sich an, und geben Sie dann den Code ein, den Ihr eigenes Terminal anzeigt.',
    none: 'In diesem Tab wartet kein Kommandozeilenprogramm. Beginnen Sie die Anmeldung in Ihrem Terminal, und öffnen Sie den Link, den es anzeigt.',
    signIn: 'Anmelden',
  },
};
