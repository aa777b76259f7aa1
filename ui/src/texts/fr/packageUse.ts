import type { French } from '../i18n/areas';
import type { packageUse as english } from '../packageUse';

export const packageUse: French<typeof english> = {
  follow: 'Suivre',
  unfollow: 'Ne plus suivre',
  followers: 'Abonnés',
  followFailed: 'La modification n’a pas pu être enregistrée.',
  risk: 'Risque opérationnel',
  level: {
    NONE: 'Aucun connu',
    LOW: 'Faible',
    MEDIUM: 'Moyen',
    HIGH: 'Élevé',
  },
  reason: {
    DEPRECATED: 'La dernière version est obsolète.',
    YANKED: 'Toutes les versions ont été retirées.',
    PRE_RELEASE: 'Il n’y a que des préversions.',
    NO_RELEASE_FOR_ONE_YEAR: 'Aucune version n’a été publiée depuis plus d’un an.',
    NO_RELEASE_FOR_TWO_YEARS: 'Aucune version n’a été publiée depuis plus de deux ans.',
    NO_RELEASE_FOR_FOUR_YEARS: 'Aucune version n’a été publiée depuis plus de quatre ans.',
  },
  behind: 'Versions plus récentes',
  upToDate: 'Aucune',
  downloads: 'Téléchargements des 90 derniers jours',
  downloadsOn: '{{day}} : {{count, number}}',
  downloadsLabel_one: '{{count, number}} téléchargement au cours des 90 derniers jours',
  downloadsLabel_many: '{{count, number}} de téléchargements au cours des 90 derniers jours',
  downloadsLabel_other: '{{count, number}} téléchargements au cours des 90 derniers jours',
};
