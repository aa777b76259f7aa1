import { useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import { fetchAllRows } from '@/engine/fetchAllRows';
import { useMachine } from '@/engine/useMachine';
import * as calls from '@/generated/calls';
import { useProject } from '@/shell/menu/useMenus';
import { texts } from '@/texts/frame';
import css from './SideNav.module.css';

/** Chooses the project that the pages are about. An installation without projects has nothing to choose. */
export function ProjectSelect() {
  const { api } = useEngine();
  const startup = useMachine('startup');
  const router = useRouter();
  const project = useProject();
  const location = useRouterState({ select: state => state.resolvedLocation ?? state.location });
  const person = startup.state?.state === 'ready' ? startup.state.facts.user.person : null;
  const { data: projects = [] } = useQuery({
    queryKey: ['projects', person],
    queryFn: () =>
      fetchAllRows(
        page => calls.getProjects(api, page),
        project => project.project_key,
      ),
    enabled: person !== null,
    // a build without projects answers that there is no such call
    retry: false,
    staleTime: 60_000,
  });
  // a project in the address that is not in the list, as in another user's link, is shown all the same
  const all =
    project === null || projects.some(({ project_key }) => project_key === project)
      ? projects
      : [...projects, { project_key: project, display_name: project }];
  if (all.length === 0) return null;
  const choose = (key: string) => {
    const { projectKey: _, ...others } = location.search as Record<string, string>;
    void router.navigate({
      to: location.pathname,
      search: key === '' ? others : { ...others, projectKey: key },
    });
  };
  return (
    <label className={css.project}>
      <span className="wb-hidden">{texts.project.label}</span>
      <select value={project ?? ''} onChange={event => choose(event.currentTarget.value)}>
        <option value="">{texts.project.all}</option>
        {all.map(({ project_key, display_name }) => (
          <option key={project_key} value={project_key}>
            {display_name}
          </option>
        ))}
      </select>
    </label>
  );
}
