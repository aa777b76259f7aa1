import { Link } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { titleOf } from '@/shell/paths';
import { recentVisits } from '@/shell/recentPages';
import { texts } from '@/texts/home';
import links from '@/ui/linkList.module.css';
import { Card } from './Card';
import css from './overview.module.css';

const SHOWN = 5;
/** Addresses that lead to Home itself. */
const HOME = ['overview', 'packages', 'root', 'home'];

/** The pages that the user visited in this tab. There is no card before there is one. */
export function RecentPages() {
  const person = useAtom(useEngine().identity)?.person ?? null;
  // those before this page: it must not change while it is shown
  const [visits] = useState(() =>
    recentVisits(person)
      .filter(visit => !HOME.includes(visit.route))
      .slice(0, SHOWN),
  );
  if (visits.length === 0) return null;
  return (
    <Card title={texts.recent.title}>
      <ul className={`${links.links} ${css.links}`}>
        {visits.map(visit => (
          <li key={visit.path}>
            <Link to={visit.path}>
              {titleOf(visit.route)}
              {visit.detail && <bdi className={css.detail}>{visit.detail}</bdi>}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
