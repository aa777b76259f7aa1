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
  notice: {
    expired: 'Votre session a expiré. Reconnectez-vous.',
    revoked: 'Vous avez été déconnecté depuis un autre navigateur.',
    logged_out: 'Vous êtes déconnecté.',
    otp_failed: 'une erreur s’est produite',
    directory_unavailable:
      'Nom d’utilisateur ou mot de passe incorrect, ou un annuaire contenant des mots de passe est injoignable. Réessayez dans un instant.',
    directory_user_unknown:
      'L’annuaire vous connaît, mais vous n’avez pas de compte ici. Demandez-en un à un administrateur.',
    password_not_used_here:
      'Ici, les utilisateurs se connectent ailleurs. Connectez-vous avec un fournisseur ou avec le mot de passe de votre annuaire.',
    proxy_user_invalid: 'Le nom donné par le proxy ne peut pas être celui d’un utilisateur.',
    identity_unknown:
      'Vous êtes connu là-bas, mais n’avez pas de compte ici. Demandez-en un à un administrateur.',
    device_needed:
      'Trop de tentatives échouées sur ce compte aujourd’hui. Connectez-vous sur un appareil que vous avez déjà utilisé, ou ouvrez un lien pour nouvel appareil : votre profil en crée un sur un appareil connu, et un administrateur peut en créer un pour vous.',
    link_used: 'Ce lien pour nouvel appareil a déjà été utilisé. Demandez-en un autre.',
    device_not_known:
      'Cet appareil n’est pas connu de votre compte. Connectez-vous de nouveau sur cet appareil ou demandez un lien à un administrateur.',
    session_expired: 'Votre session a expiré. Reconnectez-vous.',
    session_idle: 'Vous avez été déconnecté parce que vous étiez absent. Reconnectez-vous.',
    session_revoked: 'Vous avez été déconnecté depuis un autre navigateur.',
  },
};
