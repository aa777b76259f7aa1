import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListedUser } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { useShow } from '@/shell/address';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/tokens';
import { Button } from '@/ui/Button';
import { LateNotice } from '@/ui/LateNotice';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { isExpired, useRobots, useTokens } from './queries';
import { type IssuersSearch, IssuersSection, NEW_ISSUER } from './trusted-issuers/IssuersSection';

const RobotDialog = lazyWith(() =>
  loadChunk('robot-dialog', () => import('./RobotDialog')).then(part => part.RobotDialog),
);
const CreateRobotDialog = lazyWith(() =>
  loadChunk('create-robot-dialog', () => import('./CreateRobotDialog')).then(part => part.CreateRobotDialog),
);

interface Row {
  robot: ListedUser;
  tokens: number;
}

const columns: readonly TableColumn<Row>[] = [
  {
    id: 'name',
    get label() {
      return texts.robots.name;
    },
    width: 220,
    value: ({ robot }) => robot.name ?? texts.erased,
  },
  {
    id: 'status',
    get label() {
      return texts.robots.status;
    },
    width: 120,
    value: ({ robot }) => (robot.enabled ? texts.robots.active : texts.robots.disabled),
  },
  {
    id: 'tokens',
    get label() {
      return texts.robots.tokens;
    },
    kind: 'number',
    width: 100,
    value: row => row.tokens,
  },
  {
    id: 'groups',
    get label() {
      return texts.robots.groups;
    },
    width: 220,
    value: ({ robot }) => robot.groups.join(', '),
  },
  {
    id: 'created',
    get label() {
      return texts.robots.created;
    },
    kind: 'date',
    width: 170,
    value: ({ robot }) => robot.created_at,
  },
];

const SORTED_BY = { id: 'name', desc: false };

/** The robots: accounts of programs, for administrators (ROBOT-01). */
export function RobotsPage() {
  const search: { robot?: string } & IssuersSearch = useSearch({ strict: false });
  const robots = useRobots();
  const tokens = useTokens().data?.tokens;
  const all = robots.data?.users;
  const rows = useMemo(
    () =>
      all?.map(robot => ({
        robot,
        tokens: tokens?.filter(token => token.person === robot.person && !isExpired(token)).length ?? 0,
      })),
    [all, tokens],
  );
  const chosen = all?.find(robot => robot.person === search.robot);
  const show = useShow('admin.management.robots');
  const close = () => show('');
  const isOpen = [search.robot, search.new, search.issuer, search.test].some(part => part !== undefined);
  return (
    <>
      <PageTitle className={css.title} focus={!isOpen}>
        {titleOf('admin.management.robots')}
      </PageTitle>
      <p className={css.lead}>{texts.robots.lead}</p>
      {search.robot !== undefined && (
        <LateNotice shown={all !== undefined && !chosen}>{texts.robots.absent}</LateNotice>
      )}
      <DataTable
        id="robots"
        label={texts.robots.label}
        columns={columns}
        rows={rows}
        rowId={({ robot }) => robot.person}
        failure={robots.isError ? failureText(robots.error, texts.robots.failed) : null}
        retry={() => void robots.refetch()}
        empty={{ title: texts.robots.empty, text: texts.robots.emptyText }}
        sortedBy={SORTED_BY}
        activate={({ robot }) => show(`robot=${encodeURIComponent(robot.person)}`)}
        tools={
          <Button size="sm" onClick={() => show('new=robot')}>
            {texts.robots.create}
          </Button>
        }
      />
      {/* it would move when the robots above it arrive */}
      {robots.isFetched && <IssuersSection search={search} show={show} />}
      {chosen && <RobotDialog key={chosen.person} robot={chosen} close={close} />}
      {search.new !== undefined && search.new !== NEW_ISSUER && <CreateRobotDialog close={close} />}
    </>
  );
}
