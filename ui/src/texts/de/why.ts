import type { German } from '../i18n/areas';
import type { why as english } from '../why';

export const why: German<typeof english> = {
  title: 'Warum bin ich hier?',
  wanted: 'Sie wollten zu „{{wanted}}“ und sind auf „{{here}}“.',
  stayed: 'Sie wollten zu „{{wanted}}“; das wurde nicht geöffnet. Sie sind auf „{{here}}“.',
  failed: 'Sie wollten zu „{{wanted}}“; das konnte nicht geöffnet werden. Sie sind auf „{{here}}“.',
  entered: 'Sie wollten zu „{{wanted}}“ und sind dort. Niemand hat Sie umgeleitet.',
  unsettled: 'Über diese Seite ist noch nicht entschieden.',
  steps: 'Der Weg hierher',
  step: 'Von „{{from}}“ zu „{{to}}“',
  stopped: 'Bei „{{from}}“',
  decidedBy: 'Entschieden hat',
  change: 'Was es ändern würde',
  circle: 'Diese Schritte gingen im Kreis; nach sechs davon wurde aufgegeben.',
  factsTitle: 'Was da bekannt war',
  facts: {
    role: 'Rolle',
    signedIn: 'Angemeldet',
    visitors: 'Besucher dürfen sich umsehen',
    visitorsBlocked: 'Besucher bleiben draußen',
    licence: 'Lizenz',
    needs: 'Die Seite ist für',
    services: 'Dienste',
    feature: 'Die Seite braucht',
    provider: 'Anmeldedienst',
    firstLogin: 'Zum ersten Mal hier',
    onboarding: 'Einführung steht noch aus',
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
    admin: 'Administratoren',
  },
  asSeen: 'gesehen als',
  record: 'Eintrag {{seq}}',
  recordAt: 'aufgezeichnet {{at}}',
  decision: 'Die Entscheidung',
  factsFrom: 'Die Fakten',
  now: 'Der Eintrag mit den Fakten konnte nicht gelesen werden. Dies sind die Fakten von jetzt.',
  noFacts: 'Als dies entschieden wurde, war noch nichts bekannt.',
  loading: 'Der Eintrag mit den Fakten wird gelesen …',
  copy: 'Als JSON kopieren',
  copied: 'Kopiert',
  licences: 'Lizenz installieren',
  logIn: 'Anmelden',
  askAgain: 'Noch einmal fragen',
  stopView: 'Wieder mit eigenen Augen sehen',
  guards: {
    start_application: {
      says: 'Die Anwendung konnte nicht gestartet werden, also ließ sich über die Seite nichts entscheiden.',
      change:
        'Versuchen Sie es noch einmal. Bleibt es dabei, fragen Sie einen Administrator, ob alle Dienste laufen.',
    },
    cancel_pending: {
      says: 'Diese Seite verwirft, was sonst noch unterwegs war.',
      change: 'Es ist nichts zu ändern: Es zählt die Seite, die Sie zuletzt wollten.',
    },
    skip_license_check: {
      says: 'Diesem Link darf man ohne Lizenz folgen, deshalb wurde nach keiner gefragt.',
      change: 'Es ist nichts zu ändern.',
    },
    external_redirect: {
      says: 'Diese Installation schickt alle an eine andere Adresse weiter.',
      change: 'Bitten Sie einen Administrator, die externe Adresse aus den Einstellungen zu nehmen.',
    },
    anonymous_from_root: {
      says: 'Besucher kommen nicht in diese Konsole, deshalb führt ihre Startseite zur Anmeldung.',
      change: 'Melden Sie sich an, oder bitten Sie einen Administrator, Besucher einzulassen.',
    },
    anonymous_not_allowed: {
      says: 'Niemand war angemeldet, und diese Installation lässt Besucher sich nicht umsehen.',
      change: 'Melden Sie sich an, oder bitten Sie einen Administrator, anonymen Zugriff zu erlauben.',
    },
    maintenance: {
      says: 'Diese Installation wird gewartet; solange dürfen nur Administratoren sie benutzen.',
      change:
        'Warten Sie, bis die Wartung vorbei ist, oder fragen Sie einen Administrator, wann das sein wird.',
    },
    menu_item_hidden: {
      says: 'Diese Seite ist auf dieser Installation verborgen oder abgeschaltet.',
      change: 'Bitten Sie einen Administrator, die Seite einzuschalten.',
    },
    no_licence: {
      says: 'Es ist keine Lizenz installiert; ohne sie öffnet sich nur die Seite, auf der man eine installiert.',
      change: 'Ein Administrator muss eine Lizenz installieren.',
    },
    unauthorised: {
      says: 'Ihre Rolle erlaubt diese Seite nicht, deshalb sind Sie auf Ihrer Startseite.',
      change: 'Bitten Sie einen Administrator um die Rolle, die die Seite braucht.',
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
    provider_redirect: {
      says: 'Die Anmeldung führt hier sofort zum Anmeldedienst.',
      change: 'Bitten Sie einen Administrator, die automatische Anmeldung abzuschalten.',
    },
    already_signed_in: {
      says: 'Sie sind schon angemeldet und haben auf den Seiten der Anmeldung nichts zu tun.',
      change: 'Melden Sie sich ab, um sich als jemand anderes anzumelden.',
    },
    onboarding_owed: {
      says: 'Sie sind Administrator und haben die ersten Schritte noch vor sich, deshalb sind Sie dort.',
      change: 'Schließen Sie die Schnelleinrichtung ab oder verwerfen Sie sie.',
    },
    first_deployment: {
      says: 'Sie sind zum ersten Mal hier, und hier beginnt es mit einer ersten Bereitstellung.',
      change: 'Das geschieht einmal: Beim nächsten Mal kommen Sie auf Ihre Startseite.',
    },
    feature_unsupported: {
      says: 'Diese Seite gehört zu einer Funktion, die diese Installation nicht unterstützt.',
      change: 'Bitten Sie einen Administrator, die Funktion einzuschalten.',
    },
    old_bundles_path: {
      says: 'Release-Bündel haben jetzt eine eigene Adresse, und die alte führt dorthin.',
      change: 'Es ist nichts zu ändern. War es ein Lesezeichen, erneuern Sie es.',
    },
    bundles_tab: {
      says: 'Es war kein Reiter genannt, also wurde der geöffnet, der zu Lizenz und Diensten passt.',
      change:
        'Es ist nichts zu ändern. Eine Enterprise-Plus-Lizenz und ein Verteilungsdienst öffnen den anderen Reiter.',
    },
    scanning_available: {
      says: 'Hier wird geprüft, deshalb kamen statt einer Seite darüber gleich die Richtlinien.',
      change: 'Es ist nichts zu ändern.',
    },
    error_from_nowhere: {
      says: 'Eine Fehlerseite, zu der nichts geführt hat, sagt nichts; deshalb sind Sie auf der Startseite.',
      change: 'Es ist nichts zu ändern.',
    },
    unknown_path: {
      says: 'Keine Seite der Konsole hat diese Adresse, und kein Dienst hat sie angekündigt.',
      change:
        'Suchen Sie in der Adresse nach einem Tippfehler. Sollte dort ein Dienst antworten, fragen Sie einen Administrator, ob er läuft.',
    },
    leads_to: {
      says: 'Diese Adresse hat keine eigene Seite. Sie führt zu der, die zu ihr gehört.',
      change: 'Es ist nichts zu ändern.',
    },
  },
  unknown: {
    says: 'Das hat eine Regel entschieden, die diese Seite nicht kennt.',
    change: 'Laden Sie die Seite neu: Der Server kann eine neuere Version haben.',
  },
};
