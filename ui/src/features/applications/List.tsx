import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { DescribedApplication } from '@/generated/api';
import * as applicationCalls from '@/generated/applicationCalls';
import { loadChunk } from '@/lib/chunk';
import { pageValue, usePageValue } from '@/lib/usePageValue';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/applications';
import { Button } from '@/ui/Button';
import { notify } from '@/ui/notify';
import { PageTitle } from '@/ui/PageTitle';
import { DataTable, useTableFocus } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { columnsWith } from './columns';
import { QUERY_KEY } from './queries';

const DeleteDialog = lazyWith(() =>
  loadChunk('application-dialogs', () => import('./dialogs')).then(part => part.DeleteDialog),
);
const SecretDialog = lazyWith(() =>
  loadChunk('application-dialogs', () => import('./dialogs')).then(part => part.SecretDialog),
);
const EditDialog = lazyWith(() =>
  loadChunk('application-edit', () => import('./EditDialog')).then(part => part.EditDialog),
);
const UsersSheet = lazyWith(() =>
  loadChunk('application-users', () => import('./UsersSheet')).then(part => part.UsersSheet),
);

const SORTED_BY = { id: 'name', desc: false };

/** What is asked about an application. */
interface Asked {
  about: 'edit' | 'users' | 'delete' | 'secret';
  application: DescribedApplication;
}

const ASKED = pageValue<Asked>();

function copyId({ id, name }: DescribedApplication): void {
  const written = navigator.clipboard?.writeText(id) ?? Promise.reject(new Error('no clipboard'));
  written.then(
    () => notify({ text: texts.copied({ name }), severity: 'info' }),
    () => notify({ text: texts.notCopied({ id }), severity: 'error' }),
  );
}

/** All applications that sign users in with this installation, for administrators (APP-01). */
export function List() {
  const { api } = useEngine();
  const router = useRouter();
  const [asked, setAsked] = usePageValue(ASKED);
  const { place, rest: createButton, focusTableSoon } = useTableFocus();
  const loaded = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => applicationCalls.getAccessIntegration(api),
  });
  const columns = useMemo(
    () =>
      columnsWith({
        copyId,
        edit: application => setAsked({ about: 'edit', application }),
        showUsers: application => setAsked({ about: 'users', application }),
        askSecret: application => setAsked({ about: 'secret', application }),
        askDelete: application => setAsked({ about: 'delete', application }),
      }),
    [setAsked],
  );
  const create = (
    <Button
      size="sm"
      ref={createButton}
      onClick={() => void router.navigate({ to: pathnameOf('admin.configuration.integrations.new') })}
    >
      {texts.create}
    </Button>
  );
  const close = () => {
    setAsked(null);
    focusTableSoon();
  };
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('admin.configuration.integrations')}</PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      <div className={css.table} ref={place}>
        <DataTable
          id="applications"
          label={texts.label}
          columns={columns}
          rows={loaded.data?.applications}
          rowId={application => application.id}
          failure={loaded.isError ? failureText(loaded.error, texts.failed) : null}
          retry={() => void loaded.refetch()}
          empty={{ title: texts.empty, text: texts.emptyText }}
          sortedBy={SORTED_BY}
          tools={create}
          fill
        />
      </div>
      {asked?.about === 'edit' && <EditDialog application={asked.application} close={close} />}
      {asked?.about === 'users' && <UsersSheet application={asked.application} close={close} />}
      {asked?.about === 'delete' && <DeleteDialog application={asked.application} close={close} />}
      {asked?.about === 'secret' && <SecretDialog application={asked.application} close={close} />}
    </div>
  );
}
