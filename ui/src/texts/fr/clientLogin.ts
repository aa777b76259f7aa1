import type { clientLogin as english } from '../clientLogin';
import type { French } from '../i18n/areas';

export const clientLogin: French<typeof english> = {
  none: 'Aucun client en ligne de commande n’attend dans cet onglet. Commencez sa connexion dans votre terminal, puis ouvrez le lien qu’il affiche.',
  failed: 'Votre compte n’a pas pu être chargé.',
  retry: 'Réessayer',
  loading: 'Chargement de votre compte…',
  erased: 'Compte effacé',
  asks: 'Connecter {{name}} ?',
  lead: 'Un client en ligne de commande demande à agir en votre nom. Le nom est celui qu’il se donne.',
  user: 'Connecté en tant que',
  access: 'Accès',
  everything: 'Tout ce que vous pouvez faire',
  lasts: 'Durée de l’accès',
  untilRevoked: '{{time}}, ou jusqu’à ce que vous révoquiez son jeton d’accès dans votre profil',
  risk: 'Saisissez le code qu’affiche votre propre terminal. Si vous n’avez pas commencé ceci dans l’un de vos terminaux, refusez. La personne qui vous a envoyé le lien ou un code obtiendrait votre accès.',
  answer: 'Votre réponse',
  code: 'Code du terminal',
  codeText: 'Les quatre caractères qu’affiche votre terminal',
  codeMissing: 'Saisissez les quatre caractères qu’affiche votre terminal.',
  wrongCode_one: 'Code incorrect. Il reste {{count, number}} essai.',
  wrongCode_many: 'Code incorrect. Il reste {{count, number}} d’essais.',
  wrongCode_other: 'Code incorrect. Il reste {{count, number}} essais.',
  signIn: 'Connecter',
  deny: 'Refuser',
  checkedElsewhere: 'Un code est en cours de vérification dans un autre onglet. Réessayez dans un instant.',
  tokenRefused:
    'Vous avez autant de jetons d’accès qu’un utilisateur peut en avoir. Révoquez-en un dans votre profil, puis saisissez de nouveau le code.',
  ended: {
    granted: '{{name}} est connecté',
    denied: '{{name}} a été refusé',
    refused: '{{name}} n’a pas été connecté',
    over: '{{name}} n’attend plus',
  },
  why: {
    granted: 'Il peut maintenant récupérer son jeton d’accès. Vous pouvez fermer cet onglet.',
    denied: 'Il n’obtient aucun accès. Vous pouvez fermer cet onglet.',
    unknown:
      'Il a déjà reçu une réponse, ses cinq minutes sont écoulées, ou le serveur a redémarré. Recommencez dans votre terminal. Si vous ne l’avez pas commencé vous-même, révoquez son jeton d’accès dans votre profil, s’il en a un.',
    wrongCodes: 'Trois codes incorrects ont été saisis. Recommencez dans votre terminal.',
    answered:
      'Il a déjà reçu une réponse, peut-être dans un autre navigateur. Si votre client n’est pas connecté à votre compte, recommencez dans votre terminal. Si vous ne l’avez pas commencé vous-même, révoquez son jeton d’accès dans votre profil.',
    interrupted: 'Le serveur s’est arrêté pendant la vérification du code. Recommencez dans votre terminal.',
    invalid: 'Le lien n’est pas valide. Recommencez dans votre terminal.',
  },
  profile: 'Ouvrir votre profil',
  registration: {
    waits:
      '{{name}} attend d’être connecté. Connectez-vous, puis saisissez le code qu’affiche votre propre terminal.',
    none: 'Aucun client en ligne de commande n’attend dans cet onglet. Commencez sa connexion dans votre terminal, puis ouvrez le lien qu’il affiche.',
    signIn: 'Se connecter',
  },
};
