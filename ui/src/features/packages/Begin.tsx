import { Link } from '@tanstack/react-router';
import { useMachine } from '@/engine/useMachine';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/packages';
import css from './packages.module.css';

/** There are no packages yet: how to begin. */
export function Begin() {
  const login = useMachine('login').state;
  const isAdmin = login?.state === 'signed_in' && login.admin;
  return (
    <section className={css.begin}>
      <h2>{texts.begin.title}</h2>
      <ol>
        <li>
          {isAdmin ? (
            <Link to={pathnameOf('admin.repositories.local.new')}>{texts.begin.create}</Link>
          ) : (
            texts.begin.ask
          )}
        </li>
        <li>
          <Link to={pathnameOf('repos.tree')}>{texts.begin.setUp}</Link>
        </li>
        <li>{texts.begin.publish}</li>
      </ol>
    </section>
  );
}
