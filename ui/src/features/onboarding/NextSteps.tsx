import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useMachine } from '@/engine/useMachine';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/onboarding';
import css from './onboarding.module.css';
import { SampleRepositories } from './SampleRepositories';

/** The pages that work today. What administrators alone may open is shown to them alone. */
const forAdmins = [
  'admin.projects',
  'admin.management.users',
  'admin.licenses.licenses',
  'admin.configuration.general',
] as const;
const forAllUsers = ['sessionActivity', 'userProfile'] as const;

/** What can be done next. */
export function NextSteps() {
  const startup = useMachine('startup');
  const id = useId();
  const isAdmin = startup.state?.state === 'ready' && startup.state.facts.user.admin;
  const routes = isAdmin ? [...forAdmins, ...forAllUsers] : forAllUsers;
  const links = (
    <section className={css.now} aria-labelledby={id}>
      <h2 id={id}>{texts.now.title}</h2>
      <ul className={css.links}>
        {routes.map(route => (
          <li key={route}>
            <Link to={pathnameOf(route)}>{titleOf(route)}</Link>
            <span>{texts.now[route]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
  return (
    <>
      {isAdmin && <SampleRepositories />}
      {links}
    </>
  );
}
