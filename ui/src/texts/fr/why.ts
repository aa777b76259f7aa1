import type { French } from '../i18n/areas';
import type { why as english } from '../why';

export const why: French<typeof english> = {
  title: 'Pourquoi suis-je ici ?',
  wanted: 'Vous avez demandé « {{wanted}} » et vous êtes sur « {{here}} ».',
  stayed: 'Vous avez demandé « {{wanted}} », qui n’a pas été ouvert. Vous êtes sur « {{here}} ».',
  failed: 'Vous avez demandé « {{wanted}} », qui n’a pas pu être ouvert. Vous êtes sur « {{here}} ».',
  entered: 'Vous avez demandé « {{wanted}} » et vous y êtes. Il n’y a eu aucune redirection.',
  unsettled: 'Cette page n’a pas encore été décidée.',
  steps: 'Le parcours',
  step: 'De « {{from}} » à « {{to}} »',
  stopped: 'À « {{from}} »',
  decidedBy: 'Décidé par',
  change: 'Ce qui changerait le résultat',
  circle: 'Ces étapes formaient une boucle : le parcours a été interrompu après six étapes.',
  factsTitle: 'Ce qui était connu alors',
  facts: {
    role: 'Rôle',
    signedIn: 'Connecté',
    visitors: 'Visiteurs admis',
    visitorsBlocked: 'Visiteurs exclus',
    licence: 'Licence',
    needs: 'Page destinée à',
    services: 'Services',
    feature: 'Fonction requise',
    provider: 'Fournisseur d’authentification',
    firstLogin: 'Première connexion',
    onboarding: 'Parcours d’accueil à terminer',
  },
  yes: 'oui',
  no: 'non',
  none: 'aucun',
  noLicence: 'aucune installée',
  roles: {
    anonymous: 'Visiteur',
    user: 'Utilisateur',
    project_admin: 'Administrateur de projet',
    admin: 'Administrateur',
  },
  access: {
    unauthenticated: 'tout le monde',
    console: 'toute personne autorisée à utiliser la console',
    signed_in: 'toute personne connectée',
    project_admin: 'les administrateurs de projet',
    project_settings: 'les administrateurs du projet',
    admin: 'les administrateurs',
  },
  asSeen: 'vu comme',
  record: 'Enregistrement {{seq}}',
  recordAt: 'enregistré le {{at}}',
  decision: 'La décision',
  factsFrom: 'Les faits',
  now: 'L’enregistrement des faits n’a pas pu être lu. Voici les faits actuels.',
  noFacts: 'Rien n’était encore connu au moment de la décision.',
  loading: 'Lecture de l’enregistrement des faits…',
  copy: 'Copier en JSON',
  copied: 'Copié',
  licences: 'Installer une licence',
  logIn: 'Se connecter',
  askAgain: 'Demander de nouveau',
  stopView: 'Reprendre votre propre vue',
  asAdmin: {
    feature_unsupported:
      'Ajoutez la fonction à `features` dans le fichier de configuration, sous [installation].',
    menu_item_hidden:
      'Retirez la page de `hidden_routes` dans le fichier de configuration, ou activez son service.',
  },
  guards: {
    start_application: {
      says: 'L’application n’a pas pu démarrer ; rien n’a donc pu être décidé pour cette page.',
      change:
        'Réessayez. Si le problème persiste, demandez à un administrateur de vérifier que tous les services fonctionnent.',
    },
    cancel_pending: {
      says: 'Cette page annule les demandes encore en cours.',
      change: 'Rien à changer : la dernière page demandée est prise en compte.',
    },
    skip_license_check: {
      says: 'Ce lien peut être suivi sans licence ; aucune n’a donc été exigée.',
      change: 'Rien à changer.',
    },
    external_redirect: {
      says: 'Cette installation redirige tout le monde vers une autre adresse.',
      change: 'Demandez à un administrateur de retirer l’adresse externe des paramètres.',
    },
    anonymous_from_root: {
      says: 'Les visiteurs n’ont pas accès à cette console ; la page d’accueil mène donc à la page de connexion.',
      change: 'Connectez-vous ou demandez à un administrateur d’admettre les visiteurs.',
    },
    anonymous_not_allowed: {
      says: 'Vous n’étiez pas connecté, et cette installation n’admet pas les visiteurs.',
      change: 'Connectez-vous ou demandez à un administrateur d’autoriser l’accès anonyme.',
    },
    menu_item_hidden: {
      says: 'Cette page est masquée ou désactivée sur cette installation.',
      change: 'Demandez à un administrateur d’activer la page.',
    },
    no_licence: {
      says: 'Aucune licence n’est installée ; seule la page d’installation d’une licence peut s’ouvrir.',
      change: 'Un administrateur doit installer une licence.',
    },
    unauthorised: {
      says: 'Votre rôle ne donne pas accès à cette page ; votre page d’accueil a été ouverte.',
      change: 'Demandez à un administrateur le rôle exigé par la page.',
    },
    log_out: {
      says: 'La déconnexion mène à la page de connexion.',
      change: 'Rien à changer : connectez-vous pour revenir.',
    },
    invitation_invalid: {
      says: 'L’invitation n’est pas valable. Cette version n’envoie pas d’invitations.',
      change: 'Demandez à un administrateur de créer un compte pour vous.',
    },
    client_session_missing: {
      says: 'Aucun client en ligne de commande n’a commencé à se connecter depuis ce navigateur.',
      change: 'Commencez la connexion en ligne de commande et suivez le lien affiché.',
    },
    client_session_waits: {
      says: 'Un client en ligne de commande attend que vous vous connectiez.',
      change: 'Confirmez sa connexion ou fermez cet onglet pour l’annuler.',
    },
    provider_redirect: {
      says: 'La page de connexion mène directement au fournisseur d’authentification.',
      change: 'Demandez à un administrateur de désactiver l’authentification automatique.',
    },
    already_signed_in: {
      says: 'Vous êtes déjà connecté ; les pages de connexion ne s’ouvrent donc pas.',
      change: 'Déconnectez-vous pour vous connecter avec un autre compte.',
    },
    onboarding_owed: {
      says: 'Vous êtes administrateur et n’avez pas terminé le parcours d’accueil ; il a été ouvert.',
      change: 'Terminez la configuration rapide ou ignorez-la.',
    },
    first_deployment: {
      says: 'C’est votre première connexion, qui commence par un premier déploiement.',
      change: 'Cela n’arrive qu’une fois : la prochaine fois, votre page d’accueil s’ouvrira.',
    },
    feature_unsupported: {
      says: 'Cette page fait partie d’une fonction que cette installation ne prend pas en charge.',
      change: 'Demandez à un administrateur d’activer la fonction.',
    },
    old_bundles_path: {
      says: 'Les lots de publication ont une nouvelle adresse, vers laquelle l’ancienne redirige.',
      change: 'Rien à changer. S’il s’agissait d’un favori, mettez-le à jour.',
    },
    bundles_tab: {
      says: 'Aucun onglet n’était indiqué ; celui qui correspond à la licence et aux services a été ouvert.',
      change:
        'Rien à changer. Une licence Enterprise Plus et un service de distribution ouvrent l’autre onglet.',
    },
    scanning_available: {
      says: 'L’analyse est disponible ici ; les règles elles-mêmes ont été ouvertes à la place de leur présentation.',
      change: 'Rien à changer.',
    },
    account_portal: {
      says: 'L’adresse du portail client est configurée ; la page y a donc conduit.',
      change: 'Demandez à un administrateur de retirer l’adresse des réglages.',
    },
    error_from_nowhere: {
      says: 'Aucune erreur n’a mené à cette page d’erreur ; la page d’accueil a été ouverte.',
      change: 'Rien à changer.',
    },
    unknown_path: {
      says: 'Aucune page de la console n’a cette adresse et aucun service ne l’a annoncée.',
      change:
        'Vérifiez l’adresse. Si un service devrait y répondre, demandez à un administrateur s’il fonctionne.',
    },
    leads_to: {
      says: 'Cette adresse n’a pas de page propre. Elle mène à la page correspondante.',
      change: 'Rien à changer.',
    },
  },
  unknown: {
    says: 'La décision vient d’une règle inconnue de cette page.',
    change: 'Rechargez la page : la version du serveur est peut-être plus récente.',
  },
};
