import type { French } from '../i18n/areas';
import type { provisioning as english } from '../provisioning';

export const provisioning: French<typeof english> = {
  title: 'Approvisionnement (SCIM)',
  lead: 'Un annuaire tel que Microsoft Entra ID ou Okta crée, modifie et désactive ici des utilisateurs et des groupes.',
  loading: 'Chargement de l’approvisionnement…',
  failed: 'L’approvisionnement n’a pas pu être chargé.',
  state: 'État',
  on: 'Activé',
  off: 'Désactivé',
  address: 'Adresse pour l’annuaire',
  copy: 'Copier',
  form: 'Paramètres de l’approvisionnement',
  enabled: 'Les annuaires peuvent approvisionner des utilisateurs et des groupes',
  enabledText: 'Ce qui a été approvisionné reste si vous désactivez cette option.',
  provider: 'Les identifiants externes sont des sujets de',
  providerText:
    'Les utilisateurs se connectent avec ce fournisseur : l’identifiant externe d’un utilisateur est pris pour le sujet. Sans fournisseur, invitez les utilisateurs.',
  noProvider: 'Aucun fournisseur',
  providerWrong: 'Ce fournisseur n’existe pas. Choisissez-en un autre, ou aucun.',
  token:
    'L’annuaire a besoin d’un jeton d’accès pour l’approvisionnement. Créez un robot pour lui sur la page',
  robots: 'Robots',
  limits:
    'Un annuaire ne voit que les utilisateurs et les groupes créés par des annuaires. Il n’accorde aucun rôle, ne modifie aucun groupe d’administrateurs et peut seulement désactiver ou supprimer un administrateur.',
  save: 'Enregistrer',
  saved: 'L’approvisionnement a été mis à jour.',
  users:
    'Un annuaire approvisionne cet utilisateur. Il remplace le nom, l’adresse e-mail et l’état du compte.',
  groups:
    'Un annuaire approvisionne ce groupe. Il remplace le nom et les membres qu’il a approvisionnés. Si le groupe administre l’installation, l’annuaire ne peut plus le modifier.',
};
