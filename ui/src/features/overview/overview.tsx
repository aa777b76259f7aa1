import { Link } from '@tanstack/react-router';
import type { RouteName } from '@/generated/types';
import { pathnameOf, titleOf } from '@/shell/paths';
import links from '@/ui/linkList.module.css';
import { PageTitle } from '@/ui/PageTitle';
import css from './overview.module.css';

const shown: readonly RouteName[] = ['packages', 'builds', 'integrations', 'sessionActivity', 'userProfile'];

/** The specification asks only for its name; it links to the pages that every user has. */
export function OverviewPage() {
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('overview')}</PageTitle>
      <ul className={`${links.links} ${css.links}`}>
        {shown.map(route => (
          <li key={route}>
            <Link to={pathnameOf(route)}>{titleOf(route)}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
