import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { ProjectUsage, RepositoryUsage } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/cleanup';
import { locale } from '@/texts/i18n/languages';
import { sizeText } from '@/texts/size';
import { Fact, Facts } from '@/ui/Facts';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { Wait } from '@/ui/Wait';
import own from './repositories.module.css';
import { Sections } from './Sections';

const number = (value: number) => new Intl.NumberFormat(locale()).format(value);
const percent = (share: number) =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** What counts for the quota: also what is in the trash. */
const shareOf = ({ bytes, trash_bytes, quota_bytes }: RepositoryUsage) =>
  quota_bytes === null || quota_bytes === 0 ? null : (bytes + trash_bytes) / quota_bytes;

const repositories: readonly TableColumn<RepositoryUsage>[] = [
  {
    id: 'key',
    get label() {
      return texts.usage.key;
    },
    width: 180,
    mono: true,
    value: one => one.key,
  },
  {
    id: 'type',
    get label() {
      return texts.usage.type;
    },
    width: 110,
    value: one => one.package_type,
  },
  {
    id: 'project',
    get label() {
      return texts.usage.project;
    },
    width: 110,
    value: one => one.project_key,
  },
  {
    id: 'files',
    get label() {
      return texts.usage.files;
    },
    kind: 'number',
    width: 90,
    value: one => one.files,
  },
  {
    id: 'size',
    get label() {
      return texts.usage.size;
    },
    kind: 'number',
    format: sizeText,
    width: 110,
    value: one => one.bytes,
  },
  {
    id: 'trash',
    get label() {
      return texts.usage.trash;
    },
    kind: 'number',
    format: sizeText,
    width: 110,
    value: one => one.trash_bytes,
  },
  {
    id: 'quota',
    get label() {
      return texts.usage.quota;
    },
    kind: 'number',
    format: sizeText,
    width: 110,
    value: one => one.quota_bytes,
  },
  {
    id: 'share',
    get label() {
      return texts.usage.share;
    },
    kind: 'number',
    format: percent,
    width: 180,
    value: shareOf,
    cell: one => <Share share={shareOf(one)} />,
  },
];

function Share({ share }: { share: number | null }) {
  if (share === null) return texts.usage.noQuota;
  return (
    <span className={own.share}>
      <meter value={Math.min(share, 1)} high={0.9} aria-label={texts.usage.share} />
      {percent(share)}
    </span>
  );
}

const projects: readonly TableColumn<ProjectUsage>[] = [
  {
    id: 'project',
    get label() {
      return texts.usage.project;
    },
    width: 180,
    value: one => one.key ?? texts.usage.noProject,
  },
  {
    id: 'repositories',
    get label() {
      return texts.usage.count;
    },
    kind: 'number',
    width: 110,
    value: one => one.repositories,
  },
  {
    id: 'files',
    get label() {
      return texts.usage.files;
    },
    kind: 'number',
    width: 90,
    value: one => one.files,
  },
  {
    id: 'size',
    get label() {
      return texts.usage.size;
    },
    kind: 'number',
    format: sizeText,
    width: 110,
    value: one => one.bytes,
  },
];

const SORTED_BY = { id: 'size', desc: true };

/** How much is stored, by repository and project: files as often as they occur, and contents, each of them once. */
export function UsagePage() {
  const { api } = useEngine();
  const usage = useQuery({ queryKey: ['usage'], queryFn: () => repositoryCalls.getUsage(api) });
  const { data } = usage;
  const failure = usage.isError ? failureText(usage.error, texts.usage.failed) : null;
  const retry = () => void usage.refetch();
  const empty = { title: texts.usage.empty, text: texts.usage.emptyText };
  return (
    <div>
      <PageTitle className={css.title}>{titleOf('admin.repositories.usage')}</PageTitle>
      <p className={css.lead}>{texts.usage.lead}</p>
      <Sections />
      {/* all at once, so that nothing below a table moves when its rows come */}
      {!data && !failure && <Wait>{texts.usage.loading}</Wait>}
      <div className={own.usage} hidden={!data && !failure}>
        {data && (
          <Facts>
            <Fact name={texts.usage.files}>{number(data.files)}</Fact>
            <Fact name={texts.usage.logical}>
              {sizeText(data.bytes)}
              <small className={own.text}> {texts.usage.logicalText}</small>
            </Fact>
            <Fact name={texts.usage.trash}>{sizeText(data.trash_bytes)}</Fact>
            <Fact name={texts.usage.contents}>
              {sizeText(data.stored_bytes)}
              <small className={own.text}> {texts.usage.contentsText}</small>
            </Fact>
          </Facts>
        )}
        <h2 className={own.heading}>{texts.usage.repositories}</h2>
        <DataTable
          id="usage-of-repositories"
          label={texts.usage.repositories}
          columns={repositories}
          rows={data?.repositories}
          rowId={one => one.id}
          failure={failure}
          retry={retry}
          empty={empty}
          sortedBy={SORTED_BY}
        />
        <h2 className={own.heading}>{texts.usage.projects}</h2>
        <DataTable
          id="usage-of-projects"
          label={texts.usage.projects}
          columns={projects}
          rows={data?.projects}
          rowId={one => one.key ?? ''}
          failure={failure}
          retry={retry}
          empty={empty}
          sortedBy={SORTED_BY}
        />
      </div>
    </div>
  );
}
