import { useMachine } from '@/engine/useMachine';
import type { Role } from '@/generated/types';
import { useIsAuditor } from '@/shell/useIsAuditor';
import { texts } from '@/texts/home';
import { ActsCard } from './ActsCard';
import { HealthCard } from './HealthCard';
import { LicenceSummary } from './LicenceSummary';
import { NextSteps } from './NextSteps';
import css from './overview.module.css';
import { RecentPages } from './RecentPages';

/** How the installation is and what to do next, for the role of the user who looks. */
export function Home() {
  const role = useRole();
  const isAuditor = useIsAuditor();
  if (role === null) return null;
  const admin = role === 'admin';
  const visitor = role === 'anonymous';
  return (
    <>
      <p className={css.lead}>{admin ? texts.lead : visitor ? texts.visitorLead : texts.userLead}</p>
      <div className={css.cards}>
        {/* only an administrator may ask for these */}
        {admin && <HealthCard />}
        {admin && <LicenceSummary />}
        <NextSteps role={role} />
        {!visitor && <RecentPages />}
        {!visitor && <ActsCard own={!(admin || isAuditor)} />}
      </div>
    </>
  );
}

/** The role that the page is shown to, which is the other one while the console is viewed as another role. */
function useRole(): Role | null {
  const login = useMachine('login').state;
  const startup = useMachine('startup').state;
  if (startup?.state !== 'ready') return null;
  if (startup.view?.role) return startup.view.role;
  if (login?.state !== 'signed_in') return 'anonymous';
  if (login.admin) return 'admin';
  return startup.facts.user.manages_projects ? 'project_admin' : 'user';
}
