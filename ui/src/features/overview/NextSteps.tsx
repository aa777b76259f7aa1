import { Link } from '@tanstack/react-router';
import type { Role, RouteName } from '@/generated/types';
import { pathnameOf } from '@/shell/paths';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/home';
import { Card } from './Card';
import css from './overview.module.css';
import { useLicence } from './useLicence';

interface Step {
  id: string;
  name: string;
  text: string;
  /** Without one it is done outside of the console. */
  route: RouteName | null;
}

/** What the user of this role can do next. */
export function NextSteps({ role }: { role: Role }) {
  const steps = useSteps(role);
  return (
    <Card title={texts.next.title}>
      <ul className={css.steps} data-role={role}>
        {steps.map(({ id, name, text, route }) => (
          <li key={id}>
            {route ? <Link to={pathnameOf(route)}>{name}</Link> : <strong>{name}</strong>}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function useSteps(role: Role): readonly Step[] {
  const { user } = useCurrentUser();
  const { data, isPending } = useLicence(role === 'admin');
  const licence = data?.standing;
  const next = texts.next;
  const step = (id: string, name: string, text: string, route: RouteName | null): Step => ({
    id,
    name,
    text,
    route,
  });
  if (role === 'anonymous') return [step('sign_in', next.signIn, next.signInText, 'login')];
  const own = [
    step('sessions', next.sessions, next.sessionsText, 'userProfile'),
    step('activity', next.activity, next.activityText, 'sessionActivity'),
  ];
  const projects = step('projects', next.projects, next.projectsText, 'admin.projects');
  if (role === 'user') return own;
  if (role === 'project_admin') return [projects, ...own];
  // what comes first depends on it: steps that moved down would be missed by who is about to press one
  if (isPending) return [];
  const unlicensed = licence?.licence === 'NONE';
  return [
    ...(unlicensed ? [step('licence', next.licence, next.licenceText, 'admin.licenses.licenses')] : []),
    step('users', next.users, next.usersText, 'admin.management.users'),
    step('backup', next.backup, next.backupText, null),
    ...(user?.mfaStatus === 'NONE' ? [step('factor', next.factor, next.factorText, null)] : []),
  ];
}
