import { Link } from '@tanstack/react-router';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/artifacts';
import { Button } from '@/ui/Button';
import css from './artifacts.module.css';

/** There is nothing to show, and what can be done about it. */
export function NoRepositories({ mayCreate }: { mayCreate: boolean }) {
  return (
    <div className={css.none}>
      <h2>{texts.empty}</h2>
      <p>{mayCreate ? texts.emptyAdmin : texts.emptyOthers}</p>
      {mayCreate && <Link to={pathnameOf('admin.repositories.local.new')}>{texts.create}</Link>}
    </div>
  );
}

/** No repository has what was entered. */
export function NoneFound({ words, clear }: { words: string; clear: () => void }) {
  return (
    <div className={css.none}>
      <p>{texts.noneFound({ words })}</p>
      <Button size="sm" variant="default" onClick={clear}>
        {texts.clear}
      </Button>
    </div>
  );
}
