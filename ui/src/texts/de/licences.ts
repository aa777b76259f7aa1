import type { German } from '../i18n/areas';
import type { licences as english } from '../licences';

export const licences: German<typeof english> = {
  lead: 'Was diese Installation darf, und der Schlüssel, der das sagt.',
  loading: 'Die Lizenz wird geladen …',
  failed: 'Die Lizenz konnte nicht geladen werden.',
  current: {
    title: 'Lizenz',
    none: 'Keine Lizenz',
    noneText:
      'Bis eine installiert ist, zeigt die Konsole nur diese Seite, und nur Administratoren können sie benutzen.',
    ended: 'Die Lizenz ist am {{moment}} abgelaufen.',
    endedText:
      'Sie gilt nicht mehr. Installieren Sie einen neuen Schlüssel, oder entfernen Sie sie, damit wieder die eingestellte Lizenz gilt.',
    holder: 'Inhaber',
    unnamed: 'Nicht angegeben',
    until: 'Gültig bis',
    forEver: 'Kein Ablaufdatum',
    installed: 'Installiert',
    by: 'von {{name}}',
    onCommandLine: 'auf der Kommandozeile',
    erased: 'einem gelöschten Benutzer',
    configured: 'Aus der Konfigurationsdatei (installation.licence). Es ist kein Schlüssel installiert.',
    opens: 'Sie öffnet',
  },
  opens: {
    console: 'Die Konsole für alle Konten',
    scanning: 'Ergebnisse des Prüfdienstes, wo dieser läuft',
    distribution: 'Das Erstellen und Versenden von Release-Bündeln, wo der Verteilungsdienst läuft',
  },
  install: {
    title: 'Einen Schlüssel installieren',
    replace: 'Einen anderen Schlüssel installieren',
    label: 'Lizenzschlüssel',
    hint: 'Fügen Sie den ganzen Text ein, wählen Sie seine Datei, oder ziehen Sie die Datei hierher. Der Befehl waybill licence make erzeugt einen Schlüssel.',
    choose: 'Datei wählen',
    submit: 'Installieren',
    done: 'Die Lizenz wurde installiert.',
    drop: 'Schlüsseldatei hier ablegen',
  },
  remove: {
    button: 'Diese Lizenz entfernen',
    title: 'Die Lizenz entfernen?',
    back: 'Dann gilt wieder die Lizenz der Konfigurationsdatei: {{licence}}.',
    none: 'Dann ist keine Lizenz mehr vorhanden. Administratoren können nur noch eine andere installieren; alle anderen Benutzer kommen bei ihrer nächsten Aktion zur Anmeldung.',
    yes: 'Entfernen',
    no: 'Behalten',
    done: 'Die Lizenz wurde entfernt.',
  },
  history: {
    title: 'Verlauf',
    install: '{{licence}} wurde installiert',
    remove: 'Die Lizenz wurde entfernt',
    refused: '{{licence}} wurde abgelehnt: abgelaufen',
  },
  error: {
    licence_empty: 'Fügen Sie den ganzen Text eines Lizenzschlüssels ein, oder wählen Sie seine Datei.',
    licence_too_long: 'Zu lang für einen Lizenzschlüssel. Ein Schlüssel hat höchstens 4 KiB.',
    licence_not_text: 'Keine Textdatei. Ein Lizenzschlüssel ist eine Textdatei.',
    licence_not_a_key: 'Das ist kein Lizenzschlüssel. Seine erste Zeile muss WAYBILL-LICENCE-1 sein.',
    licence_malformed:
      'Eine Zeile des Schlüssels fehlt oder ist falsch. Kopieren Sie den ganzen Schlüssel noch einmal.',
    licence_checksum:
      'Die Prüfsumme stimmt nicht: Ein Teil des Schlüssels fehlt oder wurde geändert. Kopieren Sie den ganzen Schlüssel noch einmal.',
    licence_unknown_type: 'Diese Version unterstützt diese Art von Lizenz nicht.',
    licence_bad_end:
      'Das Ablaufdatum des Schlüssels ist nicht lesbar. Kopieren Sie den ganzen Schlüssel noch einmal.',
    licence_bad_holder: 'Der Inhaber des Schlüssels muss 1 bis 200 sichtbare Zeichen haben.',
    licence_expired: 'Diese Lizenz ist abgelaufen. Fragen Sie nach einem neuen Schlüssel.',
    licence_none_installed: 'Es ist keine Lizenz installiert. Vielleicht hat sie jemand anders entfernt.',
    too_large: 'Zu lang für einen Lizenzschlüssel. Ein Schlüssel hat höchstens 4 KiB.',
    not_authorized: 'Das können nur Administratoren.',
    other: 'Die Aktion ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.',
  },
};
