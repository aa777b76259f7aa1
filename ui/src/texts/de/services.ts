import type { German } from '../i18n/areas';
import type { services as english } from '../services';

export const services: German<typeof english> = {
  artifactory: 'Repository-Dienst',
  access: 'Zugang',
  metadata: 'Metadaten',
  event: 'Ereignisse',
  jfconnect: 'Verbindung zum Hersteller',
  router: 'Router',
  xray: 'Prüfdienst',
  distribution: 'Verteilung',
  mc: 'Mission Control',
  insight: 'Insight',
  tracker: 'Tracker',
  pipelines: 'Pipelines',
  replicator: 'Replikator',
  jflink: 'Verbindung zwischen Installationen',
  runtime: 'Laufzeit',
};
