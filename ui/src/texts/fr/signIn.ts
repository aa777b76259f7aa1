import type { French } from '../i18n/areas';
import type { signIn as english } from '../signIn';

export const signIn: French<typeof english> = {
  lead: 'Connectez-vous pour continuer.',
  remember: 'Rester connecté',
  forgotten: 'Mot de passe oublié ? Demandez à un administrateur un lien pour en choisir un nouveau.',
  forgot: 'Mot de passe oublié ?',
  register: 'Créer un compte',
  forgottenElsewhere: 'Mot de passe oublié ? Contactez le support de votre organisation.',
  provider: 'Se connecter par authentification unique',
  proxy: 'Se connecter avec votre organisation',
  or: 'ou',
  useForm: 'Se connecter avec nom d’utilisateur et mot de passe',
  closeMessage: 'Fermer le message',
  setupNeeded:
    'Cette installation n’a pas encore d’administrateur. Ouvrez le lien à usage unique que le serveur a affiché à son premier démarrage.',
  stayIn: 'Vous êtes déjà connecté.',
  stayStart: 'Aller à la page d’accueil',
  stayOut: 'Se déconnecter',
};
