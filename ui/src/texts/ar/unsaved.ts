import type { Arabic } from '../i18n/areas';
import type { unsaved as english } from '../unsaved';

export const unsaved: Arabic<typeof english> = {
  question: 'هل تريد تجاهل ما أدخلته؟',
  discard: 'تجاهل',
  keep: 'متابعة التعديل',
};
