import type { French } from '../i18n/areas';
import type { provisioning as english } from '../provisioning';

export const provisioning: French<typeof english> = {
  title: 'Approvisionnement (SCIM)',
  lead: 'Un client d’approvisionnement tel que Microsoft Entra ID ou Okta crée, modifie et désactive ici des utilisateurs et des groupes.',
  loading: 'Chargement de l’approvisionnement…',
  failed: 'L’approvisionnement n’a pas pu être chargé.',
  state: 'État',
  on: 'Activé',
  off: 'Désactivé',
  address: 'Adresse pour le client d’approvisionnement',
  copy: 'Copier',
  form: 'Paramètres de l’approvisionnement',
  enabled: 'Les clients d’approvisionnement peuvent créer et modifier des utilisateurs et des groupes',
  enabledText: 'Ce qui a été approvisionné reste si vous désactivez cette option.',
  provider: 'Les identifiants externes sont des sujets de',
  providerText:
    'Les utilisateurs se connectent avec ce fournisseur : l’identifiant externe d’un utilisateur est pris pour le sujet. Sans fournisseur, invitez les utilisateurs.',
  noProvider: 'Aucun fournisseur',
  providerWrong: 'Ce fournisseur n’existe pas. Choisissez-en un autre, ou aucun.',
  token:
    'Le client d’approvisionnement a besoin d’un jeton d’accès à lui. Créez un robot pour lui sur la page',
  robots: 'Robots',
  limits:
    'Un client d’approvisionnement ne voit que les utilisateurs et les groupes créés par de tels clients. Il n’accorde aucun rôle, n’ajoute aucun membre à un groupe qui administre l’installation ou un projet, et peut seulement désactiver ou supprimer un administrateur.',
  save: 'Enregistrer',
  saved: 'L’approvisionnement a été mis à jour.',
  users:
    'Un client d’approvisionnement gère cet utilisateur. Il remplace le nom, l’adresse e-mail et l’état du compte.',
  groups:
    'Un client d’approvisionnement gère ce groupe. Il remplace le nom et les membres qu’il a approvisionnés. Si vous laissez le groupe administrer l’installation ou un projet, ses membres actuels le font aussi, et le client ne peut pas en ajouter d’autres.',
};
