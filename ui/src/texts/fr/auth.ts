import type { auth as english } from '../auth';
import type { French } from '../i18n/areas';

export const auth: French<typeof english> = {
  slow: 'Trop de tentatives. Réessayez dans {{seconds, number}} s.',
  otp: {
    lead: 'Saisissez le code à six chiffres de votre application d’authentification.',
    code: 'Code à usage unique',
    digit: 'Chiffre {{number, number}}',
    submit: 'Vérifier',
    wrongCodes:
      'Trop de codes erronés ont été saisis pour votre compte : quelqu’un d’autre connaît votre mot de passe. Changez-le dans votre profil.',
    useRecovery: 'Utiliser un code de récupération',
    useCode: 'Utiliser un code à usage unique',
    recoveryLead:
      'Saisissez l’un des codes de récupération que vous avez enregistrés. Chacun ne fonctionne qu’une fois.',
    recovery: 'Code de récupération',
    recoveryMissing: 'Saisissez un code de récupération.',
    other: 'Se connecter avec un autre compte',
    codeIncomplete: 'Saisissez les six chiffres.',
  },
  enrol: {
    lead: 'Votre compte exige un second facteur. Scannez le code avec une application d’authentification, puis saisissez le code qu’elle affiche.',
    qr: 'Code QR pour l’application d’authentification',
    secret: 'Ou saisissez ce secret dans l’application',
    copySecret: 'Copier le secret',
    copied: 'Copié',
    submit: 'Confirmer',
    preparing: 'Préparation de votre second facteur…',
    codesTitle: 'Enregistrez vos codes de récupération',
    codesLead:
      'Ils ne sont affichés qu’une fois. Chacun permet de se connecter une fois sans votre second facteur.',
    codesGone:
      'Vos codes de récupération ont été affichés une fois, dans l’onglet où vous avez configuré votre second facteur, et ne peuvent plus l’être.',
    codesLostTitle: 'Vos codes de récupération n’ont pas été enregistrés',
    codesLost:
      'La page a été rechargée pendant leur affichage, et ils ne sont affichés qu’une fois. Créez-en de nouveaux dans votre profil, sauf si vous en avez une copie.',
    newCodes: 'Créer de nouveaux codes dans le profil',
    copyCodes: 'Copier',
    downloadCodes: 'Télécharger',
    saved: 'Je les ai enregistrés',
    goOn: 'Continuer',
    codesLabel: 'Codes de récupération',
  },
  password: {
    lead: 'Votre mot de passe a expiré. Choisissez-en un nouveau pour continuer.',
    account: 'Compte : {{name}}',
    current: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    rule: '8 caractères au moins ; 15 ou plus sont préférables.',
    repeat: 'Confirmer le nouveau mot de passe',
    differs: 'Les deux saisies ne correspondent pas.',
    same: 'Choisissez un mot de passe différent de l’actuel.',
    currentMissing: 'Saisissez votre mot de passe actuel.',
    submit: 'Changer le mot de passe',
    cancel: 'Annuler',
    changed: 'Votre mot de passe a été changé.',
    changedLead: 'Votre mot de passe a été changé. Connectez-vous avec le nouveau.',
    failed: 'Le mot de passe n’a pas pu être changé',
    nothingOwed: 'Il n’y a aucun mot de passe à changer ici.',
    toLogin: 'Aller à la connexion',
  },
  forgot: {
    lead: 'Saisissez votre nom d’utilisateur ou votre adresse électronique. Un lien pour choisir un nouveau mot de passe est envoyé à l’adresse électronique du compte.',
    account: 'Nom d’utilisateur ou adresse électronique',
    accountMissing: 'Saisissez votre nom d’utilisateur ou votre adresse électronique.',
    submit: 'Envoyer le lien',
    sent: 'Si un tel compte existe, un courriel contenant un lien est en route.',
    sentHint:
      'Le lien fonctionne une fois, et seulement pendant peu de temps. Si aucun courriel n’arrive, regardez parmi les indésirables, ou demandez un lien à un administrateur.',
    again: 'Demander un autre lien',
  },
  reset: {
    lead: 'Choisissez un nouveau mot de passe pour le compte {{name}}. Le compte est déconnecté partout.',
    gone: 'Il a déjà été utilisé, a expiré ou a été remplacé par un lien plus récent.',
    again: 'Demander un nouveau lien',
    missingTitle: 'Ouvrez de nouveau le lien',
    missing:
      'Par sécurité, la clé du lien ne reste pas dans la barre d’adresse. Ouvrez de nouveau le lien du courriel.',
  },
  invitation: {
    lead: 'Choisissez un mot de passe pour le compte {{name}}.',
    providerOnly:
      'Acceptez le compte {{name}} chez un fournisseur. Ici, les utilisateurs se connectent ailleurs, et un mot de passe ne serait pas accepté.',
    erased: 'sans nom',
    submit: 'Définir le mot de passe',
    done: 'Votre mot de passe est défini. Utilisez-le pour vous connecter.',
    goneTitle: 'Ce lien n’est plus valable',
    gone: 'Il a déjà été utilisé, a expiré ou a été remplacé par un lien plus récent. Demandez un autre lien à un administrateur.',
  },
  setup: {
    lead: 'Créez le premier administrateur de cette installation.',
    user: 'Nom d’utilisateur',
    password: 'Mot de passe',
    repeat: 'Confirmer le mot de passe',
    submit: 'Créer l’administrateur',
    checking: 'Vérification de votre lien…',
    until: 'Ce lien est valable jusqu’à {{time}}.',
    expiredTitle: 'Ce lien n’est plus valable',
    expired:
      'Les liens de configuration ne fonctionnent qu’une fois et pendant peu de temps. Redémarrez le serveur sans administrateur pour en obtenir un nouveau, ou connectez-vous si l’installation est déjà configurée.',
    missing:
      'Par sécurité, le jeton du lien n’est pas conservé dans l’adresse. Ouvrez de nouveau le lien entier, tel que le serveur l’a affiché.',
    missingTitle: 'Ouvrez de nouveau le lien de configuration',
    toLogin: 'Aller à la connexion',
    done: 'L’administrateur est créé. Connectez-vous.',
  },
};
