import type { French } from '../i18n/areas';
import type { notices as english } from '../notices';

export const notices: French<typeof english> = {
  retention_failed: 'L’état de la fonction de rétention n’a pas pu être récupéré : {message}',
  log_viewer_failed: 'Les journaux n’ont pas pu être lus : {message}',
  project_not_created: 'Le projet n’a pas pu être créé',
  onboarding_not_sent: 'Vos réponses n’ont pas pu être envoyées.',
  onboarding_not_dismissed:
    'Votre choix n’a pas pu être enregistré : la question vous sera posée de nouveau.',
  node_removed: 'Le nœud a été retiré de la topologie.',
  node_removed_already: 'Ce nœud a déjà été retiré.',
  node_unknown: 'Ce nœud n’existe pas.',
  node_online: 'Ce nœud est en ligne : seul un nœud arrêté peut être retiré.',
  node_not_removed: 'Le nœud n’a pas pu être retiré.',
  node_removal_interrupted:
    'Le serveur s’est arrêté pendant le retrait du nœud. La liste indique le résultat.',
  git: {
    test_failed: 'Le test de connexion a échoué. Vérifiez vos identifiants.',
    created: 'Création réussie : {key}',
    updated: 'Mise à jour réussie : {key}',
    deleted: 'Suppression réussie : {key}',
    create_failed: 'Erreur lors de la création de l’intégration',
    update_failed: 'Erreur lors de la mise à jour de l’intégration',
    delete_failed: 'Erreur lors de la suppression de l’intégration',
  },
};
