import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/template';
import { Columns } from '@/ui/Columns';
import { PageTitle } from '@/ui/PageTitle';
import { Counter } from './Counter';
import css from './template.module.css';
import { UndoableWords } from './UndoableWords';

/** Samples to try things out with (ROUTE-08). They are this page's own: no machine of the server knows of them. */
export function TemplatePage() {
  return (
    <div>
      <PageTitle className={css.title}>{titleOf('template')}</PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      <Columns>
        <Counter />
        <UndoableWords />
      </Columns>
    </div>
  );
}
