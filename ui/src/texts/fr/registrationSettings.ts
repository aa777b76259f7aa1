import type { French } from '../i18n/areas';
import type { registrationSettings as english } from '../registrationSettings';

export const registrationSettings: French<typeof english> = {
  title: 'Inscription',
  lead: 'Les visiteurs créent des comptes avec un lien envoyé à leur adresse e-mail.',
  loading: 'Chargement de l’inscription…',
  failed: 'L’inscription n’a pas pu être chargée.',
  state: 'État',
  on: 'Activée',
  off: 'Désactivée',
  noMail:
    'Activée, mais aucun courriel avec un lien ne peut être envoyé : configurez d’abord un serveur de messagerie et l’adresse publique.',
  form: 'Paramètres de l’inscription',
  enabled: 'Les visiteurs peuvent créer des comptes',
  enabledText:
    'La page de connexion le propose. Les nouveaux utilisateurs n’ont que les droits de tous les nouveaux utilisateurs.',
  domains: 'Domaines de messagerie',
  domainsText:
    'Un par ligne, par exemple example.org. S’il n’y en a aucun, toutes les adresses sont admises.',
  domainsWrong: 'Écrivez des domaines comme example.org, un par ligne, et 50 au plus.',
  approval: 'Un administrateur approuve les nouveaux comptes',
  approvalText:
    'D’ici là, ils figurent sur la page des utilisateurs, avec l’état « En attente d’approbation ».',
  noAddress:
    'Les courriels sur les comptes en attente d’approbation ne vous parviennent pas : votre compte n’a pas d’adresse e-mail. Ajoutez-en une dans votre profil, ou consultez la page des utilisateurs.',
  save: 'Enregistrer',
  saved: 'L’inscription a été mise à jour.',
};
