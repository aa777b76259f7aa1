import type { account as english } from '../account';
import type { French } from '../i18n/areas';

export const account: French<typeof english> = {
  sessions: {
    title: 'Sessions ouvertes',
    lead: 'Navigateurs connectés à votre compte.',
    current: 'Ce navigateur',
    since: 'Connexion',
    seen: 'Dernière activité',
    revoke: 'Déconnecter',
    revokeOne: 'Déconnecter {{agent}}',
    revokeOthers: 'Déconnecter tous les autres',
    confirmOne: 'Déconnecter ce navigateur ?',
    confirmOthers: 'Déconnecter tous les navigateurs sauf celui-ci ?',
    confirm: 'Déconnecter',
    cancel: 'Conserver',
    revoked_one: '{{count, number}} session a été fermée.',
    revoked_many: '{{count, number}} de sessions ont été fermées.',
    revoked_other: '{{count, number}} sessions ont été fermées.',
    onlyThis: 'Aucun autre navigateur n’est connecté.',
    failed: 'Les sessions n’ont pas pu être chargées.',
    agent: '{{browser}} sur {{system}}',
    unknownAgent: 'Navigateur inconnu',
  },
};
