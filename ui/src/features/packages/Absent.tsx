import { Link } from '@tanstack/react-router';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/packageDetails';
import { PageTitle } from '@/ui/PageTitle';
import css from './packages.module.css';
import { addressOf } from './place';

/** There is no such package or version, or not for this user. */
export function Absent({ text }: { text: string }) {
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('packages')}</PageTitle>
      <div className={css.none}>
        <h2>{text}</h2>
        <p>{texts.absentHint}</p>
        <Link to={addressOf()}>{texts.absentWay}</Link>
      </div>
    </div>
  );
}
