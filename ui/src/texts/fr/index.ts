import type { TranslatedInto } from '../i18n/areas';
import { auth } from './auth';
import { clientLogin } from './clientLogin';
import { coming } from './coming';
import { common } from './common';
import { passkeySignIn } from './passkeySignIn';
import { registration } from './registration';
import { signIn } from './signIn';
import { sso } from './sso';
import { system } from './system';
import { titles } from './titles';

/** What the pages before the frame show, in French; `inside.ts` has the rest. */
export const french: TranslatedInto<'fr'> = {
  common,
  auth,
  signIn,
  sso,
  clientLogin,
  registration,
  coming,
  system,
  passkeySignIn,
  titles,
  refusals: {
    account_fixed: 'Seul un administrateur peut modifier ce compte.',
    application_callback:
      'Saisissez une adresse https sans utilisateur, fragment ni joker, par exemple https://app.example.org/callback ; http est réservé à 127.0.0.1 et [::1].',
    application_description: 'Une description a au plus 1000 caractères visibles.',
    application_name: 'Le nom ne peut contenir ni espaces ni caractères spéciaux',
    application_name_taken: 'Une autre application porte ce nom. Choisissez-en un autre.',
    application_scopes: 'Choisissez au moins une portée',
    bad_email: 'Ce n’est pas une adresse électronique. Écrivez-la comme maria@example.org.',
    bundle_distributing: 'Une distribution de ce lot de publication est en cours. Réessayez ensuite.',
    bundle_environment:
      'Aucun dépôt local n’appartient à cet environnement. Choisissez-en un autre, ou ajoutez l’environnement aux dépôts qui doivent recevoir les promotions.',
    bundle_exists:
      'Il existe déjà un lot de publication avec ce nom et cette version. Choisissez une autre version.',
    bundle_name:
      'Le nom d’un lot a de 1 à 128 lettres, chiffres, points, tirets et tirets bas, et commence par une lettre ou un chiffre.',
    bundle_not_distributable:
      'Seuls les lots de publication créés ici à partir de fichiers de dépôts peuvent être distribués.',
    bundle_not_promotable:
      'Seuls les lots de publication créés ici à partir de fichiers de dépôts peuvent être promus.',
    bundle_promoting:
      'Une promotion de ce lot de publication est en cours. Réessayez quand elle sera terminée.',
    bundle_removing: 'Ce lot de publication est en train d’être retiré avec ses fichiers.',
    bundle_repositories:
      'Certains ne sont pas des dépôts locaux de l’environnement. Choisissez de tels dépôts, ou aucun pour promouvoir vers tous.',
    bundle_targets: 'Choisissez de 1 à 10 cibles de distribution existantes, chacune une fois.',
    bundle_version:
      'La version d’un lot a de 1 à 64 lettres, chiffres, points, tirets, tirets bas et signes plus, et commence par une lettre ou un chiffre.',
    distribution_target_token_missing:
      'Le jeton d’accès de la cible de distribution manque. Saisissez-le à nouveau.',
    download_rule_age: 'L’âge qu’une règle demande est de 1 à 8760 heures.',
    download_rule_licences:
      'Une règle de licences a au plus 100 identifiants SPDX comme GPL-3.0-only, un par entrée, et au moins un si elle ne concerne pas les licences inconnues.',
    download_rule_name: 'Le nom d’une règle a de 1 à 64 caractères visibles.',
    download_rule_name_taken: 'Une autre règle porte ce nom. Choisissez-en un qui les distingue.',
    download_rule_repositories:
      'Une règle a au plus 20 motifs de dépôts, de 1 à 64 caractères visibles chacun.',
    edited_meanwhile:
      'Un autre administrateur a fait une modification entre-temps. Chargez les valeurs actuelles, puis modifiez-les à nouveau.',
    git_answer:
      'Le serveur ne répond pas comme l’API de ce fournisseur, ou il a une erreur en ce moment. Vérifiez le fournisseur et l’URL, ou réessayez plus tard.',
    git_blocked:
      'Ce serveur ne se connecte pas à l’adresse de l’autre serveur. Si elle est voulue, ouvrez son réseau et son port dans la configuration, sous [outbound] allow.',
    git_busy: 'D’autres dépôts sont en cours d’analyse. Réessayez ensuite.',
    git_changed: 'L’intégration a été modifiée entre-temps. Relancez l’analyse.',
    git_ftp: 'Les serveurs FTP n’ont pas d’API. Utilisez l’adresse https du serveur.',
    git_moved: 'Le dépôt a été déplacé ou renommé. Choisissez-le de nouveau.',
    git_name: 'Le nom d’une intégration a de 1 à 100 caractères visibles.',
    git_name_taken: 'Une intégration porte déjà ce nom.',
    git_no_address:
      'Ce serveur n’a pas d’adresse à laquelle un fournisseur pourrait signaler les push. Définissez public_url dans la configuration.',
    git_not_scanned:
      'Les dépôts peuvent être choisis et analysés dès que l’intégration utilise le produit Analyse.',
    git_not_tested: 'Testez la connexion avec ces valeurs avant de les enregistrer.',
    git_occupied: 'D’autres requêtes attendent la réponse de serveurs Git. Réessayez dans un instant.',
    git_other_user: 'Le jeton appartient à un autre utilisateur.',
    git_refused:
      'Le serveur n’accepte pas cet utilisateur avec ce jeton. Vérifiez les deux et les droits du jeton.',
    git_token:
      'Le jeton a de 1 à 512 caractères ASCII visibles, sans espace. Une autre URL exige un nouveau jeton.',
    git_too_large: 'La réponse du serveur est plus grande que ce qui en est lu.',
    git_too_many: 'Le nombre maximal d’intégrations est atteint. Supprimez-en une d’abord.',
    git_too_many_repositories: 'Au plus 200 dépôts d’une intégration peuvent être choisis.',
    git_unavailable:
      'Les intégrations Git sont désactivées pour cette installation. Ajoutez git_scanning aux fonctions dans la configuration du serveur.',
    git_unknown_repository: 'Ce dépôt n’existe pas, ou le jeton n’y a pas accès.',
    git_unreachable:
      'Le serveur n’est pas joignable de façon sûre. Vérifiez que l’URL commence par https, qu’il répond et que son certificat est valide.',
    git_url: 'Saisissez une URL valide',
    git_user_name: 'Le nom d’utilisateur a de 1 à 200 caractères visibles.',
    git_vendor_fixed: 'Le fournisseur d’une intégration ne peut pas changer. Créez une nouvelle intégration.',
    group_name_taken: 'Un groupe porte déjà ce nom. Choisissez-en un autre.',
    member_is_a_group: 'C’est un groupe. Les membres d’un groupe sont des utilisateurs.',
    name_looks_alike:
      'Ce nom ressemble à celui d’un autre utilisateur. Choisissez-en un qui ne prête pas à confusion.',
    domain_not_admitted:
      'Les comptes ne sont créés qu’avec des adresses e-mail de certains domaines. Utilisez une autre adresse ou adressez-vous à un administrateur.',
    registration_off: 'Les visiteurs ne peuvent pas créer de compte ici. Demandez-en un à un administrateur.',
    registration_taken:
      'Un utilisateur a déjà ce nom ou cette adresse e-mail. Créez un compte avec un autre nom ou connectez-vous.',
    own_account:
      'C’est votre propre compte. Changez votre mot de passe dans votre profil ou demandez à un autre administrateur.',
    busy: 'Le serveur est occupé. Réessayez dans un instant.',
    internal: 'Une erreur s’est produite sur le serveur. Consultez son journal pour en savoir plus.',
    link_dead: 'Ce lien de configuration n’est plus valable.',
    link_expired: 'Ce lien de configuration a expiré. Redémarrez le serveur pour en obtenir un nouveau.',
    no_enrolment: 'Il n’y a rien à confirmer. Recommencez depuis le début.',
    not_allowed: 'Cette opération n’est pas autorisée. Adressez-vous à un administrateur.',
    password_common:
      'Ce mot de passe est parmi les premiers que les attaquants essaient. Choisissez-en un autre.',
    password_holds_name: 'Le mot de passe ne doit pas contenir le nom d’utilisateur.',
    password_too_long: 'Utilisez 1024 caractères au maximum.',
    password_too_short: 'Utilisez au moins 8 caractères ; 15 ou plus sont préférables.',
    password_unchanged: 'Choisissez un mot de passe différent de l’actuel.',
    remote_leads_back: 'L’autre plateforme est ce serveur lui-même.',
    remote_nonsense: 'La réponse de l’autre plateforme est incompréhensible.',
    remote_not_accepted: 'L’autre plateforme n’accepte pas le jeton de ce serveur.',
    remote_not_there: 'L’autre plateforme ne connaît pas cet appel ; sa version est peut-être plus ancienne.',
    remote_unavailable: 'L’autre plateforme ne répond pas.',
    repository_address:
      'Ce serveur ne se connecte pas à cette adresse. Une adresse privée doit être autorisée dans la configuration, sous [outbound] allow. Un mot de passe n’est envoyé à une adresse publique que par https.',
    slow_down: 'Trop de tentatives. Patientez un instant.',
    too_many_applications:
      'Il y a déjà autant d’applications que possible. Supprimez-en ou révoquez-en d’abord une.',
    too_many_codes: 'Trop de codes erronés. Connectez-vous de nouveau pour continuer.',
    too_many_download_rules:
      'Il y a au plus 50 règles, qui font ensemble 12 KiB. Réunissez-en ou abrégez-en certaines.',
    too_many_sessions: 'Trop de sessions commencent depuis cette adresse. Réessayez dans un instant.',
    too_slow: 'La requête n’est pas arrivée à temps. Envoyez-la de nouveau.',
    unavailable: 'Un service du serveur ne répond pas. Réessayez plus tard.',
    unknown_integration: 'Cette intégration n’existe pas. Elle a peut-être été supprimée.',
    email_not_sent: 'Le courriel n’a pas été envoyé',
    no_mail: 'Cette installation n’envoie pas de courriels. Demandez un lien à un administrateur.',
    no_email:
      'Cet utilisateur n’a pas d’adresse électronique. Saisissez-en une, ou transmettez le lien vous-même.',
    mail_budget: 'Trop de courriels ont été envoyés récemment à cet utilisateur. Réessayez plus tard.',
    too_many_mails: 'Trop de courriels sont en attente. Réessayez plus tard.',
    password_not_reset: 'Le mot de passe n’a pas pu être réinitialisé',
    link_refused: 'Ce lien n’est plus valable. Demandez-en un nouveau.',
    wrong_user: 'Ce lien appartient à un autre compte.',
    key_not_checked: 'Le lien n’a pas été vérifié dans cette session. Ouvrez-le de nouveau.',
    no_mail_server: 'Aucun serveur de courriel n’est configuré. Configurez-le dans les paramètres généraux.',
    no_public_url:
      'L’adresse de cette installation n’est pas définie. Définissez public_url dans la configuration.',
    wrong_password: 'Le mot de passe actuel est incorrect.',
    too_many_webhooks: 'Il y a déjà autant de webhooks que possible. Supprimez-en d’abord un.',
    webhook_delivery_waiting: 'Cette livraison est en attente, et sera renvoyée d’elle-même.',
    webhook_disabled: 'Le webhook est désactivé. Activez-le d’abord.',
    webhook_no_earlier_secret: 'Il n’y a pas d’ancien secret qui compte encore.',
    webhook_not_rotated:
      'Seul le secret qui signe les événements peut être changé ainsi. Les autres secrets sont remplacés sous leur nom.',
    webhook_secrets_kept:
      'L’adresse change. Saisissez à nouveau les secrets : ils ne sont pas envoyés à un autre destinataire.',
  },
};
