import type { auth as english } from '../auth';
import type { German } from '../i18n/areas';

export const auth: German<typeof english> = {
  slow: 'Zu viele Versuche. Versuchen Sie es in {{seconds, number}} s noch einmal.',
  otp: {
    lead: 'Geben Sie den sechsstelligen Code Ihrer Authentifizierungs-App ein.',
    code: 'Einmalcode',
    digit: 'Ziffer {{number, number}}',
    submit: 'Prüfen',
    wrongCodes:
      'Für Ihr Konto wurden zu viele falsche Codes eingegeben: Jemand anders kennt Ihr Passwort. Ändern Sie es in Ihrem Profil.',
    useRecovery: 'Stattdessen einen Wiederherstellungscode verwenden',
    useCode: 'Stattdessen einen Einmalcode verwenden',
    recoveryLead:
      'Geben Sie einen der Wiederherstellungscodes ein, die Sie gesichert haben. Jeder gilt einmal.',
    recovery: 'Wiederherstellungscode',
    recoveryMissing: 'Geben Sie einen Wiederherstellungscode ein.',
    other: 'Mit einem anderen Konto anmelden',
    codeIncomplete: 'Geben Sie alle sechs Ziffern ein.',
  },
  enrol: {
    lead: 'Ihr Konto braucht einen zweiten Faktor. Lesen Sie den Code mit einer Authentifizierungs-App ein und geben Sie dann den angezeigten Code ein.',
    qr: 'QR-Code für die Authentifizierungs-App',
    secret: 'Oder tippen Sie dieses Geheimnis in die App',
    copySecret: 'Geheimnis kopieren',
    copied: 'Kopiert',
    submit: 'Bestätigen',
    preparing: 'Ihr zweiter Faktor wird vorbereitet …',
    codesTitle: 'Sichern Sie Ihre Wiederherstellungscodes',
    codesLead:
      'Sie werden nur einmal gezeigt. Mit jedem können Sie sich einmal ohne Ihren zweiten Faktor anmelden.',
    codesGone:
      'Ihre Wiederherstellungscodes wurden einmal gezeigt, in dem Tab, in dem Sie Ihren zweiten Faktor eingerichtet haben, und können nicht noch einmal gezeigt werden.',
    codesLostTitle: 'Ihre Wiederherstellungscodes wurden nicht gesichert',
    codesLost:
      'Die Seite wurde neu geladen, während sie zu sehen waren, und sie werden nur einmal gezeigt. Erstellen Sie im Profil neue, wenn Sie keine Kopie haben.',
    newCodes: 'Neue Codes im Profil erstellen',
    copyCodes: 'Kopieren',
    downloadCodes: 'Herunterladen',
    saved: 'Ich habe sie gesichert',
    goOn: 'Weiter',
    codesLabel: 'Wiederherstellungscodes',
  },
  password: {
    lead: 'Ihr Passwort ist abgelaufen. Wählen Sie ein neues, um fortzufahren.',
    account: 'Konto: {{name}}',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    rule: 'Mindestens 8 Zeichen; 15 oder mehr sind besser.',
    repeat: 'Neues Passwort wiederholen',
    differs: 'Die Passwörter stimmen nicht überein.',
    same: 'Wählen Sie eines, das sich vom aktuellen Passwort unterscheidet.',
    currentMissing: 'Geben Sie Ihr aktuelles Passwort ein.',
    submit: 'Passwort ändern',
    cancel: 'Abbrechen',
    changed: 'Ihr Passwort wurde geändert.',
    changedLead: 'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
    failed: 'Das Passwort konnte nicht geändert werden',
    nothingOwed: 'Hier ist kein Passwort zu ändern.',
    toLogin: 'Zur Anmeldeseite',
  },
  forgot: {
    lead: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. Ein Link, mit dem Sie ein neues Passwort wählen, wird an die E-Mail-Adresse des Kontos gesendet.',
    account: 'Benutzername oder E-Mail-Adresse',
    accountMissing: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein.',
    submit: 'Link senden',
    sent: 'Wenn es ein solches Konto gibt, ist eine Mail mit einem Link unterwegs.',
    sentHint:
      'Der Link funktioniert einmal und nur für kurze Zeit. Kommt keine Mail an, sehen Sie bei den unerwünschten Mails nach, oder bitten Sie einen Administrator um einen Link.',
    again: 'Weiteren Link anfordern',
  },
  reset: {
    lead: 'Wählen Sie ein neues Passwort für das Konto {{name}}. Das Konto wird überall abgemeldet.',
    gone: 'Er wurde schon benutzt, ist abgelaufen oder durch einen neueren ersetzt.',
    again: 'Neuen Link anfordern',
    missingTitle: 'Öffnen Sie den Link noch einmal',
    missing:
      'Zur Sicherheit bleibt der Schlüssel des Links nicht in der Adresszeile. Öffnen Sie den Link aus der Mail noch einmal.',
  },
  invitation: {
    lead: 'Wählen Sie ein Passwort für das Konto {{name}}.',
    providerOnly:
      'Nehmen Sie das Konto {{name}} mit einem Anbieter an. Benutzer melden sich hier anderswo an, und ein Passwort würde nicht akzeptiert.',
    erased: '(ohne Namen)',
    submit: 'Passwort festlegen',
    done: 'Ihr Passwort ist festgelegt. Melden Sie sich damit an.',
    goneTitle: 'Dieser Link funktioniert nicht mehr',
    gone: 'Er wurde schon benutzt, ist abgelaufen oder durch einen neueren ersetzt. Bitten Sie einen Administrator um einen neuen Link.',
  },
  setup: {
    lead: 'Legen Sie den ersten Administrator dieser Installation an.',
    user: 'Benutzername',
    password: 'Passwort',
    repeat: 'Passwort wiederholen',
    submit: 'Administrator anlegen',
    checking: 'Ihr Link wird geprüft …',
    until: 'Dieser Link gilt bis {{time}} Uhr.',
    expiredTitle: 'Dieser Link gilt nicht mehr',
    expired:
      'Einrichtungslinks gelten einmal und nur kurze Zeit. Gibt es noch keinen Administrator, starten Sie den Server neu, um einen neuen Link zu bekommen. Ist die Installation schon eingerichtet, melden Sie sich an.',
    missing:
      'Aus Sicherheitsgründen bleibt das Token des Links nicht in der Adresszeile. Öffnen Sie noch einmal den ganzen Link, wie ihn der Server ausgegeben hat.',
    missingTitle: 'Öffnen Sie den Einrichtungslink noch einmal',
    toLogin: 'Zur Anmeldeseite',
    done: 'Der Administrator wurde angelegt. Melden Sie sich an.',
  },
};
