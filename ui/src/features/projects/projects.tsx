import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import { fetchAllRows } from '@/engine/fetchAllRows';
import type { Project } from '@/generated/api';
import * as calls from '@/generated/calls';
import { failureText } from '@/shell/answers';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/people';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';

const columns: readonly TableColumn<Project>[] = [
  {
    id: 'name',
    get label() {
      return texts.projects.name;
    },
    width: 240,
    value: project => project.display_name,
  },
  {
    id: 'key',
    get label() {
      return texts.projects.key;
    },
    mono: true,
    value: project => project.project_key,
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
    queryFn: () =>
      fetchAllRows(
        page => calls.getProjects(api, page),
        project => project.project_key,
      ),
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
          rowId={project => project.project_key}
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
