import { useMatches } from '@tanstack/react-router';
import { FrontEnd } from '@/frontends/FrontEnd';
import { routes } from '@/generated/routes';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/frontends';
import { LaterTag } from '@/ui/LaterTag';
import { PageTitle } from '@/ui/PageTitle';
import css from './front-end-page.module.css';

/** The page of a route that a service front-end fills, or that one announced (MFE-05). */
export function FrontEndPage() {
  const match = useMatches({ select: matches => matches.at(-1) });
  const name = match?.staticData.route;
  if (!name) return null;
  const params: Readonly<Record<string, string>> = match.params;
  // a path of no row's own begins with the name of the front-end that announced it
  const route = routes.find(candidate => candidate.name === name);
  const front = route?.front_end ?? params._splat?.split('/')[0] ?? '';
  return (
    <div className={css.page}>
      {/* its service does nothing of its own yet, which the front-end itself says in a sentence */}
      {route?.comes_later && <LaterTag>{texts.later}</LaterTag>}
      <PageTitle className={css.title}>{titleOf(name)}</PageTitle>
      <FrontEnd key={front} name={front} params={params} />
    </div>
  );
}
