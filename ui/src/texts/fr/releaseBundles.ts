import type { French } from '../i18n/areas';
import type { releaseBundles as english } from '../releaseBundles';

export const releaseBundles: French<typeof english> = {
  lead: 'Ce qui a été publié ensemble : chaque lot avec ses fichiers et leurs sommes de contrôle.',
  failed: 'Les lots de publication n’ont pas pu être chargés.',
  newest: 'Les {{shown, number}} plus récents sur {{all, number}} sont affichés.',
  yes: 'Oui',
  no: 'Non',
  onCommandLine: 'En ligne de commande',
  erased: 'Un utilisateur effacé',
  tab: { source: 'Source', target: 'Cible' },
  tabLead: {
    source: 'Créés ici, à partir de fichiers lus ici.',
    target: 'Créés sur une autre plateforme et importés sous forme de manifeste.',
  },
  label: { source: 'Lots source', target: 'Lots cible' },
  origin: { source: 'Créé ici (source)', target: 'Importé (cible)' },
  empty: { source: 'Aucun lot n’a encore été créé ici', target: 'Aucun lot n’a encore été importé' },
  emptyText: {
    source: 'Arrêtez le serveur et exécutez : waybill release-bundle import NAME VERSION FILE… --data DIR',
    target:
      'Un administrateur envoie un manifeste à POST /ui/api/v1/release_bundles ou, serveur arrêté, exécute : waybill release-bundle import --manifest FILE --data DIR',
  },
  column: {
    name: 'Nom',
    version: 'Version',
    status: 'État',
    created: 'Création',
    signed: 'Signé',
    artifacts: 'Fichiers',
    by: 'Créé par',
    origin: 'Origine',
    paths: 'Emplacement dans le lot',
    path: 'Chemin',
    size: 'Octets',
  },
  status: { COMPLETED: 'Terminé' },
  lookup: {
    label: 'Rechercher par somme de contrôle',
    hint: 'La valeur SHA-256, SHA-1 ou MD5 d’un fichier, en chiffres hexadécimaux.',
    find: 'Rechercher',
    clear: 'Effacer',
    results: 'Lots contenant le fichier',
    none: 'Aucun lot ne contient de fichier avec cette somme de contrôle.',
    found_one: '{{count, number}} lot contient ce fichier.',
    found_many: '{{count, number}} de lots contiennent ce fichier.',
    found_other: '{{count, number}} lots contiennent ce fichier.',
    empty: 'Saisissez une somme de contrôle.',
    characters: 'Une somme de contrôle ne comporte que les chiffres 0 à 9 et les lettres a à f.',
    length_one:
      'Une somme de contrôle comporte 64 (SHA-256), 40 (SHA-1) ou 32 (MD5) chiffres ; celle-ci en a {{count, number}}.',
    length_many:
      'Une somme de contrôle comporte 64 (SHA-256), 40 (SHA-1) ou 32 (MD5) chiffres ; celle-ci en a {{count, number}}.',
    length_other:
      'Une somme de contrôle comporte 64 (SHA-256), 40 (SHA-1) ou 32 (MD5) chiffres ; celle-ci en a {{count, number}}.',
    failed: 'La recherche n’a pas pu être effectuée. Réessayez dans un instant.',
  },
  details: {
    close: 'Fermer',
    artifacts: 'Fichiers du lot',
    absent: 'Il n’y a pas de lot {{name}} {{version}} ici.',
    failed: 'Les fichiers du lot n’ont pas pu être chargés.',
    more: 'Charger la suite ({{shown, number}} sur {{all, number}})',
    signature: 'Signature',
    holds: 'Signé par cette installation et inchangé depuis',
    broken: 'La signature ne correspond pas : le lot a été modifié.',
    key: 'Clé publique (Ed25519)',
    list: 'SHA-256 de la liste',
  },
  retention: {
    title: 'Rétention des lots cible :',
    asking: 'vérification…',
    waiting:
      'pas de réponse à la tentative {{attempt, number}} sur 3 ; la prochaine dans {{seconds, number}} s.',
    on: 'activée.',
    off: 'désactivée.',
    not_admin: 'désactivée, car seuls les administrateurs en sont informés.',
    not_there: 'désactivée, car cette plateforme n’en dispose pas.',
    failed: 'considérée comme désactivée, car son état n’a pas pu être récupéré.',
    again: 'Vérifier de nouveau',
  },
};
