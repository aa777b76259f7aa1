import './i18next';
import type { Sources } from './areas';
import { type Texts, treeOf } from './catalogue';
import { addEnglish, translate } from './languages';

/** Makes an area's English known, and gives the tree that reads it in the language of the page. */
export function area<Area extends keyof Sources>(name: Area, english: Sources[Area]): Texts<Sources[Area]> {
  addEnglish(name, english);
  return treeOf(english, (key, values) => translate(name, key, values));
}
