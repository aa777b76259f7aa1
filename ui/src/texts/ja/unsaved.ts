import type { Japanese } from '../i18n/areas';
import type { unsaved as english } from '../unsaved';

export const unsaved: Japanese<typeof english> = {
  question: '入力内容を破棄しますか？',
  discard: '破棄',
  keep: '編集を続ける',
};
