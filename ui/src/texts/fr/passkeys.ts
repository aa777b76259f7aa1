import type { French } from '../i18n/areas';
import type { passkeys as english } from '../passkeys';

export const passkeys: French<typeof english> = {
  title: 'Clés d’accès',
  lead: 'Une clé d’accès vous connecte avec une empreinte, votre visage ou un code PIN, sans rien à retenir. Après votre mot de passe, elle est votre second facteur.',
  list: 'Vos clés d’accès',
  none: 'Vous n’avez aucune clé d’accès.',
  failed: 'Vos clés d’accès n’ont pas pu être chargées.',
  retry: 'Réessayer',
  unnamed: 'Clé d’accès',
  since: 'Ajoutée',
  used: 'Dernière utilisation',
  unused: 'Jamais utilisée',
  synchronised: 'Synchronisée entre vos appareils',
  single: 'Sur un seul appareil',
  backedUp: 'Sauvegardée',
  add: 'Ajouter une clé d’accès',
  addLead: 'Dès lors, votre mot de passe seul ne vous connecte plus.',
  addLeadAlso: 'Dès lors, elle vous est demandée après la connexion chez votre fournisseur.',
  confirmLead: 'Pour ajouter ou retirer une clé d’accès, connectez-vous encore une fois chez {{name}}.',
  confirmed:
    'Vous vous êtes reconnecté. Dans les cinq minutes, vous pouvez ajouter ou retirer une clé d’accès.',
  name: 'Nom',
  nameHint: 'Pour reconnaître la clé d’accès plus tard, par exemple « Portable du travail ».',
  nameMissing: 'Saisissez un nom.',
  nameLong: 'Saisissez au plus 60 caractères.',
  added: 'La clé d’accès {{name}} a été ajoutée.',
  full: 'Vous avez {{count, number}} clés d’accès, le maximum. Retirez-en une avant d’en ajouter une autre.',
  rename: 'Renommer',
  renameNamed: 'Renommer la clé d’accès {{name}}',
  save: 'Enregistrer',
  cancel: 'Annuler',
  renamed: 'La clé d’accès s’appelle maintenant {{name}}.',
  remove: 'Retirer',
  removeNamed: 'Retirer la clé d’accès {{name}}',
  removeText: 'Vous êtes déconnecté là où vous vous êtes connecté avec elle.',
  removeLast:
    'C’est votre dernier second facteur. Sans lui, vos codes de récupération ne sont plus valables et votre mot de passe seul vous connecte, sauf si cette installation demande un nouveau second facteur.',
  removeLastAlso:
    'C’est votre dernier second facteur. Sans lui, vos codes de récupération ne sont plus valables et la connexion chez votre fournisseur suffit, sauf si cette installation demande un nouveau second facteur.',
  removed: 'La clé d’accès {{name}} a été retirée.',
  external:
    'Votre compte n’a ici ni mot de passe ni autre moyen de confirmer, vous ne pouvez donc ni ajouter ni retirer de clés d’accès.',
  one: 'Si vous perdez votre seule clé d’accès, il vous faut un code de récupération ou un administrateur. Ajoutez une seconde clé d’accès sur un autre appareil.',
  newCodesText:
    'Remplacez vos codes de récupération. Vous confirmez avec une clé d’accès, et les codes précédents ne sont plus valables.',
  newCodes: 'Créer de nouveaux codes de récupération',
};
