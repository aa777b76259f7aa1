import type { advanced as english } from '../advanced';
import type { French } from '../i18n/areas';

export const advanced: French<typeof english> = {
  page: {
    lead: 'Toutes les pages d’administration, avec ce qui manque à celles qui ne peuvent pas être ouvertes.',
    search: 'Rechercher des pages',
    clear: 'Effacer la recherche',
    count_one: '{{count, number}} page',
    count_many: '{{count, number}} de pages',
    count_other: '{{count, number}} pages',
    none: 'Aucune page ne correspond à « {{query}} »',
    noneText: 'Essayez un autre mot ou effacez la recherche.',
    empty: 'Aucune page disponible',
    emptyText: 'Cette installation ne propose aucune page d’administration à ce compte.',
    loading: 'Chargement du menu…',
    late: 'Le menu met plus de temps que prévu.',
    wait: 'Le serveur est peut-être occupé. Vous pouvez attendre ou recharger la page.',
  },
  group: {
    repositories: 'Dépôts',
    management: 'Utilisateurs et projets',
    configuration: 'Configuration',
    monitoring: 'Surveillance',
    distribution: 'Distribution',
    services: 'Services',
    other: 'Autres',
  },
  lack: {
    service_missing: 'Le service correspondant n’est pas en cours d’exécution.',
    licence_too_low: 'La licence installée ne couvre pas cette page.',
    switched_off: 'Cette page est désactivée sur cette installation.',
    leads_elsewhere: 'Cette page redirige actuellement vers une autre.',
    address_missing: 'Aucune adresse n’est configurée pour cette page.',
  },
};
