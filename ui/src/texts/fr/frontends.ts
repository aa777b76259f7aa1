import type { frontends as english } from '../frontends';
import type { French } from '../i18n/areas';

export const frontends: French<typeof english> = {
  later: 'Disponible dans une version ultérieure',
  loading: 'Chargement…',
  unresolved:
    'Son service n’est pas en cours d’exécution sur cette installation ou n’est pas joignable pour le moment.',
  broken: 'Le front-end {{name}} ne fonctionne pas pour le moment.',
  demoFailed: 'Le front-end {{name}} n’a pas pu être récupéré !',
  retry: 'Réessayer',
  demo: {
    lead: 'De petits front-ends pour essayer leur montage dans la console.',
    mounting: 'Chacun de ces front-ends a son propre cadre. Ce qui s’y passe n’en sort pas.',
    mount: 'Monter {{name}}',
    nothing: 'Aucun front-end n’est monté. Choisissez-en un ci-dessus.',
  },
};
