import type { French } from '../i18n/areas';
import type { identities as english } from '../identities';

export const identities: French<typeof english> = {
  keyLead:
    'Vous n’avez pas de mot de passe ici. Pour créer une clé d’API, connectez-vous encore une fois chez {{name}}.',
  again: 'Se reconnecter chez {{name}}',
  keyReady:
    'Vous vous êtes reconnecté. Créez la clé d’API dans les cinq minutes ; une clé antérieure devient invalide.',
  keyCreate: 'Créer une clé d’API',
  keyUntil: 'Conservez cette clé en lieu sûr : elle n’est affichée qu’une fois.',
  keyFailed: 'La clé d’API n’a pas pu être créée.',
  linkDirectory: 'Lier une entrée d’annuaire',
  directoryUser: 'Nom d’utilisateur dans l’annuaire',
  directoryPassword: 'Mot de passe dans l’annuaire',
  directoryLinked: 'L’entrée de l’annuaire a été liée.',
  directoryLead:
    'Si vous avez un mot de passe dans un annuaire de votre organisation, vous pouvez aussi vous connecter avec lui.',
  title: 'Fournisseurs de connexion',
  lead: 'Vous pouvez aussi vous connecter avec un compte que vous avez ailleurs.',
  list: 'Identités liées',
  failed: 'Les identités liées n’ont pas pu être chargées.',
  retry: 'Réessayer',
  none: 'Aucune identité n’est liée.',
  since: 'Liée',
  deleted: 'Ce fournisseur a été supprimé. L’identité ne peut pas être utilisée.',
  unlink: 'Dissocier',
  unlinkNamed: 'Dissocier l’identité chez {{name}}',
  unlinked: 'L’identité chez {{name}} a été dissociée.',
  linked: 'L’identité a été liée. Vous pouvez désormais vous connecter avec elle.',
  linkLead: 'Liez une autre identité. Vous vous connectez là-bas, puis revenez ici.',
  link: 'Lier {{name}}',
  continueTo: 'Continuer vers {{name}}',
  external:
    'Votre compte n’a pas de mot de passe ici, et vous vous connectez seulement avec ces identités. Demandez à un administrateur d’en dissocier une. La dernière ne peut pas être dissociée.',
  ofUser: 'Identités chez des fournisseurs de connexion',
  ofUserLead: 'L’utilisateur se connecte aussi avec elles.',
  lastOfUser: 'L’utilisateur ne peut se connecter qu’avec elle. Elle ne peut pas être dissociée.',
  unlinkQuestion: 'Dissocier l’identité chez {{name}} ?',
  unlinkText: 'L’utilisateur est déconnecté là où il s’est connecté avec elle.',
  keep: 'Conserver',
};
