import type { French } from '../i18n/areas';
import type { sso as english } from '../sso';

export const sso: French<typeof english> = {
  providers: 'Fournisseurs de connexion',
  acceptWith: 'ou utiliser plutôt un fournisseur de connexion',
  leading: 'Redirection vers le service de connexion…',
  continue: 'Continuer',
  unknownTitle: 'Ce service de connexion n’est pas proposé',
  unknown: 'Choisissez une autre façon de vous connecter.',
  several: 'Choisissez où vous connecter.',
  notLoaded: 'Les services de connexion n’ont pas pu être chargés.',
  toForm: 'Se connecter avec un nom d’utilisateur et un mot de passe',
  failed: 'La connexion a échoué. Réessayez, ou connectez-vous avec votre mot de passe.',
  failure: {
    sign_in_denied:
      'Le service de connexion ne vous a pas connecté. Réessayez, ou connectez-vous avec votre nom d’utilisateur et votre mot de passe.',
    sign_in_flow_unknown:
      'Cette connexion a commencé dans un autre navigateur, ou une plus récente a commencé. Connectez-vous à nouveau.',
    sign_in_flow_expired: 'La connexion a duré plus de dix minutes. Connectez-vous à nouveau.',
    sign_in_flow_lost: 'Cette connexion a été perdue. Connectez-vous à nouveau.',
    not_in_this_state: 'Cette connexion est déjà terminée. Connectez-vous à nouveau.',
    sign_in_provider_unavailable:
      'Le service de connexion est injoignable. Réessayez, ou connectez-vous avec votre mot de passe.',
    sign_in_provider_no_address:
      'Ce serveur n’a pas d’adresse vers laquelle le service de connexion puisse revenir. Connectez-vous avec votre mot de passe, ou demandez à un administrateur de définir public_url.',
    sign_in_provider_secret_missing:
      'Le secret client du service de connexion manque. Connectez-vous avec votre mot de passe, ou demandez à un administrateur de le saisir.',
    sign_in_provider_without_saml:
      'Ce serveur ne peut pas connecter avec ce service. Choisissez un autre moyen de connexion.',
    too_many_sign_ins: 'Trop de connexions sont en cours. Réessayez dans une minute.',
    not_found: 'Ce service de connexion n’est plus proposé. Choisissez une autre façon de vous connecter.',
    link_dead: 'Cette invitation n’est plus valable. Demandez-en une autre à un administrateur.',
    link_expired: 'Cette invitation a expiré. Demandez-en une autre à un administrateur.',
    link_refused: 'Cette invitation ne peut pas être acceptée. Demandez-en une autre à un administrateur.',
    identity_unknown:
      'Aucun compte n’est lié ici à cette identité. Connectez-vous avec votre mot de passe et liez-la dans votre profil, ou demandez à un administrateur.',
    identity_refused:
      'Cette identité ne peut pas être utilisée ici. Connectez-vous avec votre mot de passe et liez-la dans votre profil, ou demandez à un administrateur.',
    account_refused: 'Ce compte ne peut pas se connecter. Demandez à un administrateur.',
    unavailable: 'Un service du serveur ne répond pas. Réessayez plus tard.',
    busy: 'Le serveur est occupé. Réessayez dans un instant.',
    interrupted: 'Le serveur a été interrompu pendant la vérification. Connectez-vous à nouveau.',
  },
};
