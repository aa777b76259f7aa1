import type { French } from '../i18n/areas';
import type { services as english } from '../services';

export const services: French<typeof english> = {
  artifactory: 'Service de dépôts',
  access: 'Accès',
  metadata: 'Métadonnées',
  event: 'Événements',
  jfconnect: 'Connexion à l’éditeur',
  router: 'Routeur',
  xray: 'Service d’analyse',
  distribution: 'Distribution',
  mc: 'Mission control',
  insight: 'Insight',
  tracker: 'Tracker',
  pipelines: 'Pipelines',
  replicator: 'Réplicateur',
  jflink: 'Lien entre installations',
  runtime: 'Environnement d’exécution',
};
