import type { French } from '../i18n/areas';
import type { registration as english } from '../registration';

export const registration: French<typeof english> = {
  lead: 'Choisissez un nom d’utilisateur et saisissez votre adresse e-mail. Un lien qui crée le compte y est envoyé.',
  user: 'Nom d’utilisateur',
  userMissing: 'Choisissez un nom d’utilisateur.',
  email: 'Adresse e-mail',
  emailMissing: 'Saisissez votre adresse e-mail.',
  submit: 'Envoyer le lien',
  sent: 'Un courriel qui indique la suite vous est envoyé.',
  sentHint:
    'Le lien qu’il contient fonctionne une seule fois, pendant un jour. Si aucun courriel n’arrive, regardez parmi les indésirables ou réessayez plus tard.',
  again: 'Utiliser un autre nom ou une autre adresse',
  off: 'Les visiteurs ne peuvent pas créer de compte ici. Demandez-en un à un administrateur.',
  choose: 'Choisissez un mot de passe pour votre nouveau compte {{name}}. Le compte est alors créé.',
  gone: 'Il a été utilisé, a expiré ou a été remplacé par un plus récent.',
  restart: 'Créer un compte',
  done: 'Votre compte a été créé. Connectez-vous avec celui-ci.',
  waits: 'Votre compte a été créé. Vous pourrez vous connecter dès qu’un administrateur l’aura approuvé.',
};
