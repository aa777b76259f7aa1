import type { French } from '../i18n/areas';
import type { system as english } from '../system';

export const system: French<typeof english> = {
  notFound: {
    asked: 'Adresse demandée :',
    search: 'Rechercher des pages',
    none: 'Aucune page ne correspond.',
    found_one: '{{count, number}} page',
    found_many: '{{count, number}} de pages',
    found_other: '{{count, number}} pages',
  },
  notAcceptable: {
    text: 'Le serveur n’a pas accepté la requête. L’administrateur de cette installation peut la retrouver dans le journal grâce à son identifiant.',
    id: 'Identifiant de la requête',
    copy: 'Copier l’identifiant',
  },
  serverError: { again: 'Réessayer la dernière page' },
  authorization: {
    hint: 'Si vous en avez besoin, demandez ce droit à un administrateur.',
    off: 'Elle est désactivée sur cette installation. Demandez à un administrateur de l’activer.',
    offAdmin:
      'Elle est désactivée sur cette installation. Vous pouvez l’activer dans le fichier de configuration, sous [installation].',
    otherAdmin: 'Votre rôle n’est pas en cause. « Pourquoi suis-je ici ? » indique la raison.',
  },
  accountPortal: {
    none: 'Cette installation n’a pas de portail de gestion d’abonnement.',
    setting: 'Indiquez son adresse dans account_portal_url du fichier de configuration, sous [installation].',
    ask: 'Pour l’abonnement, adressez-vous à un administrateur.',
  },
  back: 'Retour',
};
