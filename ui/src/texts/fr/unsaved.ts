import type { French } from '../i18n/areas';
import type { unsaved as english } from '../unsaved';

export const unsaved: French<typeof english> = {
  question: 'Abandonner votre saisie ?',
  discard: 'Abandonner',
  keep: 'Continuer la saisie',
};
