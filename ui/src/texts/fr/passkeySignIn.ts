import type { French } from '../i18n/areas';
import type { passkeySignIn as english } from '../passkeySignIn';

export const passkeySignIn: French<typeof english> = {
  button: 'Se connecter avec une clé d’accès',
  elsewhere: 'Pour vous connecter avec une clé d’accès, ouvrez la console à cette adresse :',
  use: 'Utiliser une clé d’accès',
  lead: 'Confirmez avec l’une de vos clés d’accès.',
  usePasskey: 'Utiliser plutôt une clé d’accès',
  enrol: 'Utiliser une clé d’accès au lieu d’une application',
  enrolLead:
    'Une clé d’accès sur cet appareil, sur un téléphone ou sur une clé de sécurité est aussi un second facteur. Vous confirmez avec une empreinte, votre visage ou un code PIN.',
  failed: 'La clé d’accès n’a pas pu être utilisée. Réessayez ou connectez-vous autrement.',
  failure: {
    cancelled: 'Aucune clé d’accès n’a été choisie. Réessayez ou connectez-vous autrement.',
    known: 'L’une de vos clés d’accès se trouve déjà sur cet appareil.',
    unsupported: 'Ce navigateur ne prend pas en charge les clés d’accès.',
    insecure:
      'Les navigateurs n’utilisent les clés d’accès qu’en https, ou sur localhost. Ouvrez la console à une telle adresse.',
    address:
      'Les clés d’accès appartiennent au nom d’hôte du serveur. Ouvrez la console à l’adresse qui porte ce nom.',
  },
  refused: {
    passkey_refused: 'Cette clé d’accès n’est pas acceptée. Réessayez ou connectez-vous autrement.',
    passkey_unknown:
      'Cette clé d’accès n’appartient à aucun utilisateur ici. Elle a peut-être été retirée. Connectez-vous avec votre mot de passe.',
    passkey_copied:
      'Cette clé d’accès n’est pas acceptée, car elle a peut-être été copiée. Connectez-vous autrement et retirez-la dans votre profil.',
    passkey_question_lost: 'La demande de clé d’accès a expiré. Réessayez.',
    passkey_question_expired: 'La demande de clé d’accès a expiré. Réessayez.',
    passkey_question_unknown: 'Une demande plus récente a été faite dans un autre onglet. Réessayez.',
    signed_in_meanwhile: 'Vous vous êtes entre-temps connecté dans un autre onglet.',
    passkey_taken: 'Cette clé d’accès appartient déjà à un compte. Ajoutez-en une autre.',
    passkey_name: 'Saisissez de 1 à 60 caractères visibles.',
    too_many_passkeys: 'Votre compte ne peut pas avoir plus de clés d’accès. Retirez-en une d’abord.',
    already_enrolled: 'Il existe déjà un second facteur. Reconnectez-vous.',
    no_passkey: 'Votre compte n’a pas de clé d’accès. Utilisez plutôt un code.',
    not_allowed: 'La connexion n’est pas possible. Adressez-vous à un administrateur.',
    too_many_sign_ins: 'Trop de connexions sont en cours. Réessayez dans une minute.',
    passkeys_off: 'Cette installation n’accepte pas de clés d’accès.',
    passkeys_ip_address:
      'Les clés d’accès appartiennent à un nom d’hôte, et ce serveur est joint à une adresse IP. Demandez à un administrateur de définir public_url avec une adresse qui a un nom.',
    passkeys_not_secure:
      'Les navigateurs n’utilisent les clés d’accès qu’en https, ou sur localhost. Demandez à un administrateur de définir public_url avec une adresse en https.',
  },
};
