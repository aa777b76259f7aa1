import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DescribedProxy } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { pageValue, usePageValue } from '@/lib/usePageValue';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/outboundProxies';
import { Button } from '@/ui/Button';
import { PageTitle } from '@/ui/PageTitle';
import { DataTable, useTableFocus } from '@/ui/table/DataTable';
import page from '@/ui/tablePage.module.css';
import { columnsWith } from './columns';
import css from './outbound.module.css';
import { AT_NEW, editPath, type ListSearch, listPath } from './place';
import { useProxies } from './queries';

const NewDialog = lazyWith(() =>
  loadChunk('new-proxy', () => import('./NewDialog')).then(part => part.NewDialog),
);
const DeleteDialog = lazyWith(() =>
  loadChunk('delete-proxy', () => import('./DeleteDialog')).then(part => part.DeleteDialog),
);

const SORTED_BY = { id: 'key', desc: false };
const DELETING = pageValue<DescribedProxy>();

/** All outbound proxies, for administrators. */
export function List() {
  const router = useRouter();
  const { new: isNew }: ListSearch = useSearch({ strict: false });
  const [deleting, setDeleting] = usePageValue(DELETING);
  const { place, rest: createButton, focusTableSoon } = useTableFocus();
  const loaded = useProxies();
  const edit = ({ key }: DescribedProxy) => void router.navigate({ to: editPath(key) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the acts use stays the same as long as the page does
  const columns = useMemo(() => columnsWith({ edit, askDelete: setDeleting }), [setDeleting]);
  // the form is in the address, so that a reload and Back keep to it
  const show = (search: ListSearch) =>
    void router.navigate({ to: listPath(), search, state: { keepsFocus: true } });
  // a dialog traps the focus until it is unmounted
  const closeNew = () => {
    show({});
    requestAnimationFrame(() => createButton.current?.focus());
  };
  const closeQuestion = () => {
    setDeleting(null);
    focusTableSoon();
  };
  const create = (
    <Button size="sm" ref={createButton} onClick={() => show(AT_NEW)}>
      {texts.create}
    </Button>
  );
  return (
    <div className={page.page}>
      <PageTitle className={page.title}>{titleOf('admin.proxies')}</PageTitle>
      <p className={page.lead}>
        {texts.lead}{' '}
        <Link className={css.link} to={pathnameOf('admin.proxies.new')}>
          {texts.reverse}
        </Link>
      </p>
      <div className={page.table} ref={place}>
        <DataTable
          id="proxies"
          label={texts.label}
          columns={columns}
          rows={loaded.data?.proxies}
          rowId={proxy => proxy.key}
          failure={loaded.isError ? failureText(loaded.error, texts.failed) : null}
          retry={() => void loaded.refetch()}
          empty={{ title: texts.empty, text: texts.emptyText }}
          sortedBy={SORTED_BY}
          activate={edit}
          tools={create}
          fill
        />
      </div>
      {isNew !== undefined && <NewDialog close={closeNew} />}
      {deleting && <DeleteDialog proxy={deleting} close={closeQuestion} />}
    </div>
  );
}
