import type { Sources } from './areas';
import { type Plain, type Texts, treeOf } from './catalogue';
import { addEnglish, translate } from './languages';

/** An area without placeholders and plurals, which needs no engine as long as the page is in English. */
export function plainArea<Area extends keyof Sources>(
  name: Area,
  english: Sources[Area] & Plain<Sources[Area]>,
): Texts<Sources[Area]> {
  addEnglish(name, english as Sources[Area]);
  return treeOf<Sources[Area]>(english, key => translate(name, key));
}
