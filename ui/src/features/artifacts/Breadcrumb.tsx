import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/artifacts';
import css from './artifacts.module.css';
import { addressOf, foldersAbove, idOf, nameOf, type Place } from './place';

/** Where a place is, from the outside. */
export function Breadcrumb({ place }: { place: Place }) {
  return (
    <nav aria-label={texts.path} className={css.breadcrumb}>
      <Link to={addressOf(null)}>{titleOf('repos.tree')}</Link>
      {foldersAbove(place).map(folder => (
        <Fragment key={idOf(folder)}>
          <span aria-hidden="true">/</span>
          <Link to={addressOf(folder)} dir="ltr">
            {nameOf(folder)}
          </Link>
        </Fragment>
      ))}
      <span aria-hidden="true">/</span>
      <span aria-current="page" dir="ltr">
        {nameOf(place)}
      </span>
    </nav>
  );
}
