import { useSearch } from '@tanstack/react-router';
import type { ConsolePermission } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { usePathPart, useShow } from '@/shell/address';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/permissions';
import { Button } from '@/ui/Button';
import { LateNotice } from '@/ui/LateNotice';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { usePermissions } from './queries';
import { ANONYMOUS, bundlesName, targetName } from './values';

const PermissionDialog = lazyWith(() =>
  loadChunk('permission-dialog', () => import('./PermissionDialog')).then(part => part.PermissionDialog),
);
const CreatePermissionDialog = lazyWith(() =>
  loadChunk('permission-dialog', () => import('./PermissionDialog')).then(
    part => part.CreatePermissionDialog,
  ),
);
const EffectiveDialog = lazyWith(() =>
  loadChunk('effective-dialog', () => import('./EffectiveDialog')).then(part => part.EffectiveDialog),
);

const columns: readonly TableColumn<ConsolePermission>[] = [
  {
    id: 'name',
    get label() {
      return texts.name;
    },
    width: 200,
    value: permission => permission.name,
  },
  {
    id: 'repositories',
    get label() {
      return texts.repositories;
    },
    width: 260,
    value: permission => Object.keys(permission.artifact.targets).map(targetName).join(', '),
  },
  {
    id: 'users',
    get label() {
      return texts.users;
    },
    width: 220,
    value: permission =>
      Object.keys(permission.artifact.actions?.users ?? {})
        .map(name => (name === ANONYMOUS ? texts.everyone : name))
        .join(', '),
  },
  {
    id: 'groups',
    get label() {
      return texts.groups;
    },
    width: 180,
    value: permission => Object.keys(permission.artifact.actions?.groups ?? {}).join(', '),
  },
  {
    id: 'builds',
    get label() {
      return texts.builds;
    },
    hidden: true,
    value: permission => (permission.build ? texts.yes : texts.no),
  },
  {
    id: 'bundles',
    get label() {
      return texts.bundles;
    },
    hidden: true,
    value: permission =>
      Object.keys(permission.release_bundle?.targets ?? {})
        .map(bundlesName)
        .join(', '),
  },
  {
    id: 'created',
    get label() {
      return texts.created;
    },
    kind: 'date',
    width: 170,
    value: permission => permission.created_at,
  },
];

const SORTED_BY = { id: 'name', desc: false };

interface PageProps {
  /** The address is that of a new permission. */
  creates?: boolean;
  /** The name in the address. */
  named?: string | null;
}

/** The permissions of the installation, for administrators (PERM-05). */
function Page({ creates = false, named = null }: PageProps) {
  const search: { permission?: string; new?: string; rights?: string } = useSearch({ strict: false });
  const opened = search.permission ?? null;
  const creating = creates || search.new !== undefined;
  const permissions = usePermissions();
  const all = permissions.data?.permissions;
  const isNamed = ({ name }: ConsolePermission) => name.toLowerCase() === named?.toLowerCase();
  const chosen = all?.find(one => (opened === null ? isNamed(one) : one.id === opened));
  const show = useShow('admin.permissions');
  const close = () => show('');
  return (
    <div className={css.page}>
      <PageTitle className={css.title} focus={!creates && named === null}>
        {titleOf('admin.permissions')}
      </PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      {named !== null && (
        <LateNotice shown={all !== undefined && !chosen}>{texts.absent({ name: named })}</LateNotice>
      )}
      <div className={css.table}>
        <DataTable
          id="permissions"
          label={texts.label}
          columns={columns}
          rows={all}
          rowId={permission => permission.id}
          failure={permissions.isError ? failureText(permissions.error, texts.failed) : null}
          retry={() => void permissions.refetch()}
          empty={{ title: texts.empty, text: texts.emptyText }}
          sortedBy={SORTED_BY}
          activate={permission => show(`permission=${encodeURIComponent(permission.id)}`)}
          tools={
            <>
              <Button size="sm" variant="default" onClick={() => show('rights=')}>
                {texts.check}
              </Button>
              <Button size="sm" onClick={() => show('new=permission')}>
                {texts.create}
              </Button>
            </>
          }
          fill
        />
      </div>
      {chosen && <PermissionDialog key={chosen.id} permission={chosen} close={close} />}
      {creating && <CreatePermissionDialog close={close} created={close} />}
      {search.rights !== undefined && <EffectiveDialog user={search.rights} close={close} />}
    </div>
  );
}

export const PermissionsPage = () => <Page />;

/** The address of a new permission: the list with its form above. */
export const NewPermissionPage = () => <Page creates />;

/** The address of a permission: the list with its form above. */
export function EditPermissionPage() {
  const named = usePathPart('permissionName');
  return <Page named={named} />;
}
