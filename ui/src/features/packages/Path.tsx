import { Link } from '@tanstack/react-router';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/packages';
import css from './packages.module.css';
import { addressOf } from './place';

/** Where a package or a version is, from the outside. */
export function Path({ id, name, version }: { id: string; name: string; version?: string }) {
  return (
    <nav aria-label={texts.path} className={css.path}>
      <Link to={addressOf()}>{titleOf('packages')}</Link>
      <span aria-hidden="true">/</span>
      {version === undefined ? (
        <bdi aria-current="page">{name}</bdi>
      ) : (
        <>
          <Link to={addressOf(id)}>
            <bdi>{name}</bdi>
          </Link>
          <span aria-hidden="true">/</span>
          <bdi aria-current="page">{version}</bdi>
        </>
      )}
    </nav>
  );
}

/** The name of a package that an id names: what follows its type. */
export const nameOf = (id: string): string => id.slice(id.indexOf('://') + 3) || id;
