import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { DescribedGitIntegration } from '@/generated/api';
import * as gitCalls from '@/generated/gitCalls';
import { loadChunk } from '@/lib/chunk';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import { DataTable, useTableFocus } from '@/ui/table/DataTable';
import page from '@/ui/tablePage.module.css';
import { columnsWith } from './columns';
import css from './git.module.css';
import { GitModal } from './lazyModal';
import { PageError } from './PageError';
import { LIST_KEY } from './queries';
import { type Git, useGit } from './useGit';
import { isProduct, type KnownVendor } from './vendors';

const DeleteDialog = lazyWith(() =>
  loadChunk('git-integration-dialogs', () => import('./dialogs')).then(part => part.DeleteDialog),
);
const ProductDialog = lazyWith(() =>
  loadChunk('git-integration-dialogs', () => import('./dialogs')).then(part => part.ProductDialog),
);
const RepositoriesSheet = lazyWith(() =>
  loadChunk('git-repositories', () => import('./RepositoriesSheet')).then(part => part.RepositoriesSheet),
);

const SORTED_BY = { id: 'name', desc: false };

/** What the address of the page has: the product that the list is narrowed to, and whose repositories are open. */
interface Address {
  serviceName?: string;
  vcsType?: string;
  integrationId?: string;
}

interface Asked {
  about: 'product' | 'delete';
  integration: DescribedGitIntegration;
}

interface IntegrationsProps {
  vendor: KnownVendor;
}

/** The integrations of a vendor (INT-02). */
export function Integrations({ vendor }: IntegrationsProps) {
  const git = useGit();
  const router = useRouter();
  const address: Address = useSearch({ strict: false });
  const [asked, setAsked] = useState<Asked | null>(null);
  const { own, rows, failure, retry } = useIntegrations(vendor, address.serviceName);
  const { place, focusTable, focusTableSoon } = useTableFocus();
  // what is open is in the address, so that a reload and Back keep to it
  const show = ({ ...search }: Address) =>
    void router.navigate({
      to: pathnameOf('integrations.vendor', { vendorName: vendor.key }),
      search,
      state: { keepsFocus: true },
    });
  const filter: Address = address.serviceName === undefined ? {} : { serviceName: address.serviceName };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the acts use nothing else that changes
  const columns = useMemo(
    () =>
      columnsWith({
        selectProduct: integration => setAsked({ about: 'product', integration }),
        manage: ({ key }) => show({ ...filter, vcsType: vendor.key, integrationId: key }),
        edit: integration => git.openModal(editOf(vendor, integration)),
        askDelete: integration => setAsked({ about: 'delete', integration }),
      }),
    [vendor, address.serviceName],
  );
  const close = useCallback(() => {
    setAsked(null);
    focusTableSoon();
  }, [focusTableSoon]);
  const product = address.serviceName === undefined ? null : productName(address.serviceName);
  return (
    <>
      <PageError git={git} />
      {product !== null && (
        <p className={css.filtered}>
          {texts.list.filtered({ product })}
          <Button size="compact-sm" variant="default" onClick={() => show({})}>
            {texts.list.showAll}
          </Button>
        </p>
      )}
      <div className={page.table} ref={place}>
        <DataTable
          id="git-integrations"
          label={texts.list.title({ vendor: vendor.name })}
          columns={columns}
          rows={rows}
          rowId={({ key }) => key}
          failure={failure}
          retry={retry}
          empty={emptyOf(vendor, own?.length === 0 ? null : product)}
          sortedBy={SORTED_BY}
          tools={<Create git={git} vendor={vendor} />}
          fill
        />
      </div>
      {git.isModal && <GitModal git={git} />}
      {asked?.about === 'delete' && <DeleteDialog git={git} integration={asked.integration} close={close} />}
      {asked?.about === 'product' && (
        <ProductDialog git={git} integration={asked.integration} close={close} />
      )}
      {address.integrationId !== undefined && (
        <RepositoriesSheet
          key={address.integrationId}
          integration={own && found(own, vendor, address)}
          failure={own ? null : failure}
          close={() => {
            focusTable();
            show(filter);
          }}
        />
      )}
    </>
  );
}

/** The integrations of a vendor, and those of them that a product uses. */
function useIntegrations(vendor: KnownVendor, product: string | undefined) {
  const { api } = useEngine();
  const loaded = useQuery({
    queryKey: LIST_KEY,
    queryFn: () => gitCalls.getIntegrationGetIntegrations(api),
    // a change may have been answered while no page of integrations was open
    staleTime: 0,
  });
  const own = useMemo(
    () => loaded.data?.filter(({ vendorName }) => vendorName === vendor.code),
    [loaded.data, vendor],
  );
  const rows = useMemo(
    () =>
      product === undefined ? own : own?.filter(({ products }) => products.some(one => one === product)),
    [own, product],
  );
  return {
    own,
    rows,
    failure: loaded.isError ? failureText(loaded.error, texts.list.failed) : null,
    retry: () => void loaded.refetch(),
  };
}

/** What a product is called; an unknown one as the address has it. */
const productName = (name: string): string => (isProduct(name) ? texts.product[name] : name);

/** The integration that the address names; null if the vendor has no such one. */
const found = (own: readonly DescribedGitIntegration[], { key: vendor }: KnownVendor, address: Address) =>
  (address.vcsType ?? vendor) === vendor
    ? (own.find(({ key }) => key === address.integrationId) ?? null)
    : null;

const editOf = ({ key: vendor }: KnownVendor, integration: DescribedGitIntegration) => {
  const { key, name, url, username } = integration;
  return { type: 'edit', key, fields: { vendor, name, url, user_name: username } } as const;
};

const emptyOf = ({ name: vendor }: KnownVendor, product: string | null) =>
  product === null
    ? { title: texts.list.empty, text: texts.list.emptyText({ vendor }) }
    : { title: texts.list.emptyFiltered({ product }), text: texts.list.emptyFilteredText };

function Create({ git, vendor: { key: vendor, name } }: IntegrationsProps & { git: Git }) {
  return (
    <Button
      size="sm"
      disabled={!git.machine.can('create')}
      onClick={() => git.openModal({ type: 'create', vendor })}
    >
      {texts.addNamed({ vendor: name })}
    </Button>
  );
}
