import { Notice } from '@/ui/Notice';
import css from './git.module.css';
import type { Git } from './useGit';

/** Why the last change failed, unless the modal says it. */
export function PageError({ git: { error, isModal } }: { git: Git }) {
  if (error === null || isModal) return null;
  return (
    <div className={css.alert}>
      <Notice kind="bad">{error}</Notice>
    </div>
  );
}
