import { area } from './i18n/area';

// The question of a dialog whose form is closed with something that is not saved.

export const unsaved = {
  question: 'Discard what you have entered?',
  discard: 'Discard',
  keep: 'Keep editing',
} as const;

export const texts = area('unsaved', unsaved);
