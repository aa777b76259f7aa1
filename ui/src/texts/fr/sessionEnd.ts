import type { French } from '../i18n/areas';
import type { sessionEnd as english } from '../sessionEnd';

export const sessionEnd: French<typeof english> = {
  idle: {
    title: 'Êtes-vous toujours là ?',
    text: 'Vous n’avez rien fait ici depuis un moment. Si vous ne restez pas connecté, vous serez déconnecté dans tous les onglets.',
    left: 'Temps restant : {{time}}',
    stay: 'Rester connecté',
  },
  absolute: {
    title: 'Votre session se termine à {{time}}.',
    text: 'Une session se termine après une durée fixe, quoi que vous fassiez. Vous serez invité à vous reconnecter, et cette page reste telle quelle jusque-là.',
    close: 'Fermer',
  },
  again: {
    idle: 'Vous avez été absent plus longtemps que cette installation ne le permet, et vous avez donc été déconnecté.',
    expired:
      'Votre session a duré aussi longtemps qu’une session peut durer ici, et vous avez donc été déconnecté.',
    keeps:
      'Cette page reste telle quelle jusqu’à votre connexion. Si un autre utilisateur se connecte, elle recommence à zéro.',
    elsewhere:
      'Le service de connexion s’ouvre dans un autre onglet. Revenez à celui-ci après vous y être connecté.',
  },
};
