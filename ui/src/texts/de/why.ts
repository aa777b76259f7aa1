import type { German } from '../i18n/areas';
import type { why as english } from '../why';

export const why: German<typeof english> = {
  title: 'Warum bin ich hier?',
  wanted: 'Sie wollten zu „{{wanted}}“ und sind auf „{{here}}“.',
  stayed: 'Sie wollten zu „{{wanted}}“; das wurde nicht geöffnet. Sie sind auf „{{here}}“.',
  failed: 'Sie wollten zu „{{wanted}}“; das konnte nicht geöffnet werden. Sie sind auf „{{here}}“.',
  entered: 'Sie wollten zu „{{wanted}}“ und sind dort. Es gab keine Weiterleitung.',
  unsettled: 'Über die Seite ist noch nicht entschieden.',
  steps: 'Der Weg hierher',
  step: 'Von „{{from}}“ zu „{{to}}“',
  stopped: 'Bei „{{from}}“',
  decidedBy: 'Entschieden hat',
  change: 'Was es ändern würde',
  circle: 'Diese Schritte bildeten eine Schleife und wurden nach sechs beendet.',
  factsTitle: 'Was zu diesem Zeitpunkt bekannt war',
  facts: {
    role: 'Rolle',
    signedIn: 'Angemeldet',
    visitors: 'Anonymer Zugriff erlaubt',
    visitorsBlocked: 'Anonymer Zugriff gesperrt',
    licence: 'Lizenz',
    needs: 'Die Seite ist für',
    services: 'Dienste',
    feature: 'Die Seite braucht',
    provider: 'Anmeldedienst',
    firstLogin: 'Erste Anmeldung',
    onboarding: 'Einführung ausstehend',
  },
  yes: 'ja',
  no: 'nein',
  none: 'keine',
  noLicence: 'keine installiert',
  roles: {
    anonymous: 'Besucher',
    user: 'Benutzer',
    project_admin: 'Projektadministrator',
    admin: 'Administrator',
  },
  access: {
    unauthenticated: 'alle',
    console: 'alle, die die Konsole benutzen dürfen',
    signed_in: 'alle, die angemeldet sind',
    project_admin: 'alle, die Projekte verwalten dürfen',
    project_settings: 'alle, die das Projekt verwalten dürfen',
    admin: 'Administratoren',
  },
  asSeen: 'Ansicht als',
  record: 'Eintrag {{seq}}',
  recordAt: 'aufgezeichnet {{at}}',
  decision: 'Die Entscheidung',
  factsFrom: 'Die Fakten',
  now: 'Der Eintrag mit den Fakten konnte nicht gelesen werden. Dies sind die aktuellen Fakten.',
  noFacts: 'Als dies entschieden wurde, war noch nichts bekannt.',
  loading: 'Der Eintrag mit den Fakten wird gelesen …',
  copy: 'Als JSON kopieren',
  copied: 'Kopiert',
  licences: 'Lizenz installieren',
  logIn: 'Anmelden',
  askAgain: 'Erneut versuchen',
  stopView: 'Zurück zur eigenen Ansicht',
  asAdmin: {
    feature_unsupported:
      'Nehmen Sie die Funktion in der Konfigurationsdatei unter [installation] in `features` auf.',
    menu_item_hidden:
      'Entfernen Sie die Seite in der Konfigurationsdatei aus `hidden_routes`, oder schalten Sie ihren Dienst ein.',
  },
  guards: {
    start_application: {
      says: 'Die Anwendung konnte nicht gestartet werden, daher war keine Entscheidung über die Seite möglich.',
      change:
        'Versuchen Sie es noch einmal. Bleibt es dabei, bitten Sie einen Administrator zu prüfen, ob alle Dienste laufen.',
    },
    cancel_pending: {
      says: 'Diese Seite bricht alle anderen laufenden Seitenwechsel ab.',
      change: 'Es ist nichts zu ändern: Die zuletzt gewünschte Seite wird geöffnet.',
    },
    skip_license_check: {
      says: 'Dieser Link lässt sich ohne Lizenz öffnen, daher wurde keine geprüft.',
      change: 'Es ist nichts zu ändern.',
    },
    external_redirect: {
      says: 'Diese Installation leitet alle Benutzer an eine andere Adresse weiter.',
      change: 'Bitten Sie einen Administrator, die externe Adresse aus den Einstellungen zu entfernen.',
    },
    anonymous_from_root: {
      says: 'Der anonyme Zugriff auf diese Konsole ist gesperrt, daher führt ihre Startseite zur Anmeldung.',
      change: 'Melden Sie sich an, oder bitten Sie einen Administrator, anonymen Zugriff zu erlauben.',
    },
    anonymous_not_allowed: {
      says: 'Sie waren nicht angemeldet, und diese Installation erlaubt keinen anonymen Zugriff.',
      change: 'Melden Sie sich an, oder bitten Sie einen Administrator, anonymen Zugriff zu erlauben.',
    },
    menu_item_hidden: {
      says: 'Diese Seite ist auf dieser Installation ausgeblendet oder ausgeschaltet.',
      change: 'Bitten Sie einen Administrator, die Seite einzuschalten.',
    },
    no_licence: {
      says: 'Es ist keine Lizenz installiert. Ohne sie öffnet sich nur die Seite, auf der eine installiert wird.',
      change: 'Ein Administrator muss eine Lizenz installieren.',
    },
    unauthorised: {
      says: 'Ihre Rolle erlaubt diese Seite nicht, daher wurde Ihre Startseite geöffnet.',
      change: 'Bitten Sie einen Administrator um die Rolle, die für die Seite nötig ist.',
    },
    log_out: {
      says: 'Das Abmelden führt zur Anmeldung.',
      change: 'Es ist nichts zu ändern: Melden Sie sich an, um zurückzukommen.',
    },
    invitation_invalid: {
      says: 'Die Einladung gilt nicht. Diese Version verschickt keine Einladungen.',
      change: 'Bitten Sie einen Administrator, ein Konto für Sie anzulegen.',
    },
    client_session_missing: {
      says: 'Kein Kommandozeilenprogramm hat aus diesem Browser eine Anmeldung begonnen.',
      change: 'Beginnen Sie die Anmeldung auf der Kommandozeile und folgen Sie dem Link, den sie zeigt.',
    },
    client_session_waits: {
      says: 'Ein Kommandozeilenprogramm wartet darauf, dass Sie sich anmelden.',
      change: 'Bestätigen Sie seine Anmeldung, oder schließen Sie diesen Tab, um sie abzubrechen.',
    },
    provider_redirect: {
      says: 'Die Anmeldeseite leitet direkt zum Anmeldedienst weiter.',
      change: 'Bitten Sie einen Administrator, die automatische Anmeldung abzuschalten.',
    },
    already_signed_in: {
      says: 'Sie sind bereits angemeldet, daher öffnen sich die Anmeldeseiten nicht.',
      change: 'Melden Sie sich ab, um sich mit einem anderen Konto anzumelden.',
    },
    onboarding_owed: {
      says: 'Sie sind Administrator und haben die ersten Schritte noch nicht abgeschlossen, daher wurden sie geöffnet.',
      change: 'Schließen Sie die Schnelleinrichtung ab oder verwerfen Sie sie.',
    },
    first_deployment: {
      says: 'Dies ist Ihre erste Anmeldung; sie beginnt mit einer ersten Bereitstellung.',
      change: 'Das geschieht nur einmal. Beim nächsten Mal öffnet sich Ihre Startseite.',
    },
    feature_unsupported: {
      says: 'Diese Seite gehört zu einer Funktion, die diese Installation nicht unterstützt.',
      change: 'Bitten Sie einen Administrator, die Funktion einzuschalten.',
    },
    old_bundles_path: {
      says: 'Release-Bündel haben eine neue Adresse, und die alte leitet dorthin weiter.',
      change: 'Es ist nichts zu ändern. War es ein Lesezeichen, aktualisieren Sie es.',
    },
    bundles_tab: {
      says: 'Es war kein Tab angegeben, daher wurde der geöffnet, der zu Lizenz und Diensten passt.',
      change:
        'Es ist nichts zu ändern. Eine Enterprise-Plus-Lizenz und ein Verteilungsdienst öffnen den anderen Reiter.',
    },
    scanning_available: {
      says: 'Die Prüfung ist hier verfügbar, daher wurden statt ihrer Vorstellung gleich die Richtlinien geöffnet.',
      change: 'Es ist nichts zu ändern.',
    },
    account_portal: {
      says: 'Die Adresse des Kontoportals ist eingerichtet, daher hat die Seite dorthin geführt.',
      change: 'Bitten Sie einen Administrator, die Adresse aus den Einstellungen zu entfernen.',
    },
    error_from_nowhere: {
      says: 'Zu dieser Fehlerseite hat kein Fehler geführt, daher wurde die Startseite geöffnet.',
      change: 'Es ist nichts zu ändern.',
    },
    unknown_path: {
      says: 'Keine Seite der Konsole hat diese Adresse, und kein Dienst hat sie angekündigt.',
      change:
        'Prüfen Sie die Adresse. Sollte dort ein Dienst antworten, fragen Sie einen Administrator, ob er läuft.',
    },
    leads_to: {
      says: 'Diese Adresse hat keine eigene Seite und leitet zu der weiter, zu der sie gehört.',
      change: 'Es ist nichts zu ändern.',
    },
  },
  unknown: {
    says: 'Die Entscheidung stammt von einer Regel, die diese Seite nicht kennt.',
    change: 'Laden Sie die Seite neu: Der Server kann eine neuere Version haben.',
  },
};
