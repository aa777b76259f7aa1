import { useMachine } from '@/engine/useMachine';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/system';
import { PageTitle } from '@/ui/PageTitle';
import css from './account-portal.module.css';

/** Shown where no portal is configured; otherwise the server leads to it, and no page is drawn. */
export function AccountPortalPage() {
  const startup = useMachine('startup');
  const isAdmin = startup.state?.state === 'ready' && startup.state.facts.user.admin;
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('accountPortal')}</PageTitle>
      <p className={css.text}>{texts.accountPortal.none}</p>
      <p className={css.text}>{isAdmin ? texts.accountPortal.setting : texts.accountPortal.ask}</p>
    </div>
  );
}
