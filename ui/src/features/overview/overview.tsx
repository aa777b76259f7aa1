import { titleOf } from '@/shell/paths';
import { PageTitle } from '@/ui/PageTitle';
import { Home } from './Home';
import css from './overview.module.css';

/** Home, under its own address. */
export function OverviewPage() {
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('overview')}</PageTitle>
      <Home />
    </div>
  );
}
