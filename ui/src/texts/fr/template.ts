import type { French } from '../i18n/areas';
import type { template as english } from '../template';

export const template: French<typeof english> = {
  lead: 'Exemples pour faire des essais. Rien n’est conservé ici.',
  counter: {
    title: 'Compteur',
    lead: 'Compte {{steps, number}} étapes de {{step, number}} ms.',
    start: 'Démarrer',
    stop: 'Arrêter',
    reset: 'Réinitialiser',
    progress: 'Étapes comptées',
    value: '{{value, number}} sur {{steps, number}}',
    done: 'Le compteur a terminé.',
    stopped: 'Le compteur est à {{value, number}}.',
  },
  undo: {
    title: 'Modèle annulable',
    lead: 'Chaque modification est conservée dans une liste ; annuler et rétablir déplacent un index.',
    name: 'Mot',
    add: 'Ajouter',
    undo: 'Annuler',
    redo: 'Rétablir',
    words: 'Mots',
    none: 'Aucun mot.',
    changes: 'Modifications',
    at: 'Modification {{at, number}} sur {{count, number}}',
    added: '« {{word}} » ajouté',
    removed: '« {{word}} » retiré',
    remove: 'Retirer « {{word}} »',
    undone: 'annulé',
  },
};
