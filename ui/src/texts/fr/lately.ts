import type { French } from '../i18n/areas';
import type { lately as english } from '../lately';

export const lately: French<typeof english> = {
  title: 'Modifiés récemment',
  followed: {
    title: 'Paquets que vous suivez',
    newVersion: 'Nouvelle version',
    all: 'Afficher tout ({{count, number}})',
    fewer: 'Afficher moins',
    failed: 'Les paquets que vous suivez n’ont pas pu être chargés.',
  },
  attention: 'À traiter ({{count, number}})',
  service: {
    offline: '{{name}} est hors ligne.',
    unhealthy: '{{name}} ne fonctionne pas comme prévu.',
    several_one: '{{count, number}} service est hors ligne ou ne fonctionne pas comme prévu.',
    several_many: '{{count, number}} de services sont hors ligne ou ne fonctionnent pas comme prévu.',
    several_other: '{{count, number}} services sont hors ligne ou ne fonctionnent pas comme prévu.',
  },
  advisories: {
    never:
      'Aucun avis de sécurité n’a été importé. La commande waybill advisories import permet de les importer.',
    lost: 'Les avis de sécurité importés sont introuvables. La commande waybill advisories import permet de les importer à nouveau.',
    old_one:
      'Les avis de sécurité ont été importés pour la dernière fois il y a {{count, number}} jour. La commande waybill advisories import les met à jour.',
    old_many:
      'Les avis de sécurité ont été importés pour la dernière fois il y a {{count, number}} de jours. La commande waybill advisories import les met à jour.',
    old_other:
      'Les avis de sécurité ont été importés pour la dernière fois il y a {{count, number}} jours. La commande waybill advisories import les met à jour.',
  },
  cleanup: {
    failed: 'La dernière exécution de la règle de nettoyage {{name}} a échoué.',
    several_one: 'La dernière exécution de {{count, number}} règle de nettoyage a échoué.',
    several_many: 'Les dernières exécutions de {{count, number}} de règles de nettoyage ont échoué.',
    several_other: 'Les dernières exécutions de {{count, number}} règles de nettoyage ont échoué.',
  },
  severe_one: '{{count, number}} version stockée a des vulnérabilités critiques ou élevées.',
  severe_many: '{{count, number}} de versions stockées ont des vulnérabilités critiques ou élevées.',
  severe_other: '{{count, number}} versions stockées ont des vulnérabilités critiques ou élevées.',
  bundles_one: '{{count, number}} archive d’assistance n’a pas pu être créée.',
  bundles_many: '{{count, number}} d’archives d’assistance n’ont pas pu être créées.',
  bundles_other: '{{count, number}} archives d’assistance n’ont pas pu être créées.',
};
