import type { German } from '../i18n/areas';
import type { notices as english } from '../notices';

export const notices: German<typeof english> = {
  retention_failed: 'Beim Abrufen des Status der Aufbewahrung ist ein Fehler aufgetreten: {message}',
  log_viewer_failed: 'Die Protokolle konnten nicht gelesen werden: {message}',
  project_not_created: 'Das Projekt konnte nicht angelegt werden',
  onboarding_not_sent: 'Ihre Antworten konnten nicht gesendet werden.',
  onboarding_not_dismissed: 'Ihre Auswahl konnte nicht gespeichert werden. Sie werden erneut gefragt.',
  node_removed: 'Der Knoten wurde aus der Topologie entfernt.',
  node_removed_already: 'Dieser Knoten wurde bereits entfernt.',
  node_unknown: 'Diesen Knoten gibt es nicht.',
  node_online: 'Dieser Knoten ist online. Nur angehaltene Knoten lassen sich entfernen.',
  node_not_removed: 'Der Knoten konnte nicht entfernt werden.',
  node_removal_interrupted:
    'Der Server wurde angehalten, während der Knoten entfernt wurde. Die Liste zeigt das Ergebnis.',
  git: {
    test_failed: 'Der Verbindungstest ist fehlgeschlagen. Prüfen Sie Ihre Zugangsdaten.',
    created: '{key} wurde angelegt',
    updated: '{key} wurde aktualisiert',
    deleted: '{key} wurde gelöscht',
    create_failed: 'Fehler beim Anlegen der Integration',
    update_failed: 'Fehler beim Aktualisieren der Integration',
    delete_failed: 'Fehler beim Löschen der Integration',
  },
};
