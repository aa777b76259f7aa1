import type { French } from '../i18n/areas';
import type { viewAs as english } from '../viewAs';

export const viewAs: French<typeof english> = {
  title: 'Voir en tant que',
  lead: 'Affichez les menus et les pages tels qu’un autre utilisateur les verrait. Seul l’affichage change : chaque appel utilise toujours vos propres droits et figure dans le journal de cette session.',
  role: 'Rôle',
  licence: 'Licence',
  flavour: 'Type d’installation',
  same: 'Inchangé',
  noLicence: 'Aucune',
  roles: {
    anonymous: 'Visiteur',
    user: 'Utilisateur',
    project_admin: 'Administrateur de projet',
    admin: 'Administrateur',
  },
  flavours: { standard: 'Standard', lightweight: 'Dépôts uniquement', cloud: 'Exploitée pour ses clients' },
  start: 'Afficher',
  myself: 'Revenir à votre propre vue',
  cancel: 'Annuler',
  choose: 'Choisissez au moins un élément à changer.',
  refused: 'Le serveur n’a pas accepté ce choix. Réessayez.',
  banner: {
    label: 'Voir en tant que',
    viewing: 'Vue affichée : {{what}}.',
    nothing: 'Vue affichée : la vôtre.',
    licence: 'licence {{name}}',
    noLicence: 'sans licence',
    change: 'Modifier',
    stop: 'Arrêter',
  },
};
