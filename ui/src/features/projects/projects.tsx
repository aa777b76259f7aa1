import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { fetchAllRows } from '@/engine/fetchAllRows';
import { isObject, textOf } from '@/lib/json';
import { failureText } from '@/shell/failureText';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/people';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';

interface Project {
  key: string;
  name: string;
  description: string | null;
}

function readProjects(body: unknown): readonly Project[] {
  if (!Array.isArray(body))
    throw new ApiError(200, { error: { code: 'malformed', message: 'projects: no list' } });
  return body.filter(isObject).map(project => ({
    key: String(project.project_key),
    name: textOf(project.display_name) ?? String(project.project_key),
    description: textOf(project.description),
  }));
}

const columns: readonly TableColumn<Project>[] = [
  {
    id: 'name',
    get label() {
      return texts.projects.name;
    },
    width: 240,
    value: project => project.name,
  },
  {
    id: 'key',
    get label() {
      return texts.projects.key;
    },
    mono: true,
    value: project => project.key,
  },
  {
    id: 'description',
    get label() {
      return texts.projects.description;
    },
    width: 320,
    value: project => project.description,
  },
];

const SORTED_BY = { id: 'name', desc: false };

/** The projects of the installation, as far as this user may know of them. */
export function ProjectsPage() {
  const { api } = useEngine();
  const projects = useQuery({
    queryKey: ['projects'],
    queryFn: () => fetchAllRows(part => api.get(`projects?${part}`, readProjects)),
  });
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('admin.projects')}</PageTitle>
      <p className={css.lead}>{texts.projects.lead}</p>
      <div className={css.table}>
        <DataTable
          id="projects"
          label={texts.projects.label}
          columns={columns}
          rows={projects.data}
          rowId={project => project.key}
          failure={projects.isError ? failureText(projects.error, texts.projects.failed) : null}
          retry={() => void projects.refetch()}
          empty={{
            title: texts.projects.empty,
            text: texts.projects.emptyText,
            action: <Link to={pathnameOf('quickSetup')}>{titleOf('quickSetup')}</Link>,
          }}
          sortedBy={SORTED_BY}
          fill
        />
      </div>
    </div>
  );
}
