import type { German } from '../i18n/areas';
import type { unsaved as english } from '../unsaved';

export const unsaved: German<typeof english> = {
  question: 'Eingaben verwerfen?',
  discard: 'Verwerfen',
  keep: 'Weiter bearbeiten',
};
