import { Link, useMatches } from '@tanstack/react-router';
import { useMachine } from '@/engine/useMachine';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/coming';
import { LaterTag } from '@/ui/LaterTag';
import links from '@/ui/linkList.module.css';
import { PageTitle } from '@/ui/PageTitle';
import css from './coming.module.css';
import { alternatives, type ComingRoute, isComing, isTeaser, type Teaser } from './comingRoutes';

/** The page of a later feature: what it will do, and what works now. */
export function ComingPage() {
  const deepest = useMatches({ select: matches => matches.at(-1) });
  const route = deepest?.staticData.route;
  if (!route) return null;
  return (
    <article className={css.page}>
      <LaterTag>{texts.page.badge}</LaterTag>
      <PageTitle className={css.title}>{titleOf(route)}</PageTitle>
      {isComing(route) ? <Later route={route} /> : <p className={css.lead}>{texts.page.general}</p>}
    </article>
  );
}

function Later({ route }: { route: ComingRoute }) {
  return (
    <>
      <p className={css.lead}>{texts.later[route]}</p>
      {isTeaser(route) && <Needs route={route} />}
      <h2 className={css.now}>{texts.page.now}</h2>
      <ul className={`${links.links} ${css.links}`}>
        {alternatives[route].map(target => (
          <li key={target}>
            <Link className={css.link} to={pathnameOf(target)}>
              {titleOf(target)}
            </Link>
            <span className={css.what}>{texts.target[target]}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Needs({ route }: { route: Teaser }) {
  const login = useMachine('login');
  const admin = login.state?.state === 'signed_in' && login.state.admin;
  return (
    <section className={css.needs} aria-labelledby="needs">
      <h2 id="needs">{texts.page.needs}</h2>
      <p>{texts.needs[route]}</p>
      {admin ? (
        <Link className={css.link} to={pathnameOf('admin.licenses.licenses')}>
          {texts.page.licences}
        </Link>
      ) : (
        <p className="wb-muted">{texts.page.askAdmin}</p>
      )}
    </section>
  );
}
