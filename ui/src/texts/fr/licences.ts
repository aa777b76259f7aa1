import type { French } from '../i18n/areas';
import type { licences as english } from '../licences';

export const licences: French<typeof english> = {
  lead: 'Ce que couvre la licence de cette installation, et sa clé de licence.',
  loading: 'Chargement de la licence…',
  failed: 'La licence n’a pas pu être chargée.',
  current: {
    title: 'Licence actuelle',
    none: 'Aucune licence',
    noneText:
      'Tant qu’aucune licence n’est installée, la console n’affiche que cette page et seuls les administrateurs peuvent l’utiliser.',
    ended: 'La licence a expiré le {{moment}}.',
    endedText:
      'Elle n’est plus valable. Installez une nouvelle clé, ou retirez-la pour revenir à la licence configurée.',
    holder: 'Titulaire',
    unnamed: 'Non précisé',
    until: 'Valable jusqu’au',
    forEver: 'Sans limite',
    installed: 'Installée',
    by: 'par {{name}}',
    onCommandLine: 'en ligne de commande',
    erased: 'un utilisateur effacé',
    configured: 'Issue du fichier de configuration (installation.licence). Aucune clé n’est installée.',
    opens: 'Comprend',
  },
  opens: {
    console: 'La console, pour tous les comptes',
    scanning: 'Les résultats du service d’analyse, là où ce service fonctionne',
    distribution:
      'La création et l’envoi de lots de publication, là où le service de distribution fonctionne',
  },
  install: {
    title: 'Installer une clé',
    replace: 'Installer une autre clé',
    label: 'Clé de licence',
    hint: 'Collez le texte entier, choisissez le fichier ou déposez-le ici. La commande waybill licence make en produit une.',
    choose: 'Choisir un fichier',
    submit: 'Installer',
    done: 'La licence est installée.',
    drop: 'Déposez ici le fichier de la clé',
  },
  remove: {
    button: 'Retirer cette licence',
    title: 'Retirer la licence ?',
    back: 'La licence du fichier de configuration s’appliquera de nouveau : {{licence}}.',
    none: 'Il ne restera aucune licence. Les administrateurs pourront seulement en installer une autre ; tous les autres seront renvoyés à la page de connexion à leur prochaine action.',
    yes: 'Retirer',
    no: 'Conserver',
    done: 'La licence a été retirée.',
  },
  history: {
    title: 'Historique',
    install: '{{licence}} : installée',
    remove: 'La licence a été retirée',
    refused: '{{licence}} : refusée, car expirée',
  },
  error: {
    licence_empty: 'Aucune clé. Collez le texte entier ou choisissez le fichier.',
    licence_too_long: 'Le texte est trop long pour une clé de licence : 4 Kio au maximum.',
    licence_not_text: 'Ce n’est pas un fichier texte. Une clé de licence est un fichier texte.',
    licence_not_a_key: 'Ce n’est pas une clé de licence. La première ligne doit être WAYBILL-LICENCE-1.',
    licence_malformed: 'Une ligne de la clé est absente ou incorrecte. Copiez de nouveau la clé entière.',
    licence_checksum:
      'La somme de contrôle ne correspond pas : une partie a été coupée ou modifiée. Copiez de nouveau la clé entière.',
    licence_unknown_type: 'Cette version ne connaît pas ce type de licence.',
    licence_bad_end: 'La date de fin de la clé est illisible. Copiez de nouveau la clé entière.',
    licence_bad_holder: 'Le titulaire de la clé doit comporter de 1 à 200 caractères visibles.',
    licence_expired: 'Cette licence a expiré. Demandez une nouvelle clé.',
    licence_none_installed: 'Aucune licence n’est installée. Quelqu’un d’autre l’a peut-être retirée.',
    too_large: 'Le texte est trop long pour une clé de licence : 4 Kio au maximum.',
    not_authorized: 'Réservé aux administrateurs.',
    other: 'L’opération a échoué. Réessayez dans un instant.',
  },
};
