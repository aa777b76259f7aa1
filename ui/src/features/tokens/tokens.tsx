import { useSearch } from '@tanstack/react-router';
import type { AccessToken } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { useShow } from '@/shell/address';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { titleOf } from '@/shell/paths';
import { scopeText } from '@/shell/scopeText';
import { texts } from '@/texts/tokens';
import { PageTitle } from '@/ui/PageTitle';
import { Segments } from '@/ui/Segments';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { isExpired, timeOf, tokenName, useTokens } from './queries';
import own from './tokens.module.css';

const TokenDialog = lazyWith(() =>
  loadChunk('token-dialog', () => import('./TokenDialog')).then(part => part.TokenDialog),
);

const columns: readonly TableColumn<AccessToken>[] = [
  {
    id: 'purpose',
    get label() {
      return texts.purpose;
    },
    width: 220,
    value: tokenName,
  },
  {
    id: 'owner',
    get label() {
      return texts.owner;
    },
    width: 150,
    value: token => token.subject ?? texts.erased,
  },
  {
    id: 'allows',
    get label() {
      return texts.allows;
    },
    width: 260,
    value: token => scopeText(token.scope),
  },
  {
    id: 'made',
    get label() {
      return texts.made;
    },
    kind: 'date',
    width: 170,
    value: token => timeOf(token.issued_at),
  },
  {
    id: 'used',
    get label() {
      return texts.used;
    },
    kind: 'date',
    width: 170,
    value: token => (token.last_used === null ? null : timeOf(token.last_used)),
  },
  {
    id: 'until',
    get label() {
      return texts.until;
    },
    kind: 'date',
    width: 170,
    value: token => timeOf(token.expiry),
  },
  {
    id: 'id',
    get label() {
      return texts.id;
    },
    width: 170,
    mono: true,
    hidden: true,
    value: token => token.token_id,
  },
];

/** Which tokens are shown. */
const SHOWN = ['all', 'live', 'ended'] as const;
type Shown = (typeof SHOWN)[number];
const SORTED_BY = { id: 'made', desc: true };

/** The access tokens of all accounts, for administrators (TOKEN-01). */
export function TokensPage() {
  const search: { token?: string; shown?: string } = useSearch({ strict: false });
  const shown = SHOWN.find(known => known === search.shown) ?? 'all';
  const tokens = useTokens();
  const all = tokens.data?.tokens;
  const chosen = all?.find(token => token.token_id === search.token);
  const showPage = useShow('admin.management.tokens');
  const show = (query: string, which: Shown = shown) => {
    const parts = [which === 'all' ? '' : `shown=${which}`, query].filter(part => part !== '');
    showPage(parts.join('&'));
  };
  return (
    <div className={css.page}>
      <PageTitle className={css.title} focus={search.token === undefined}>
        {titleOf('admin.management.tokens')}
      </PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      <Segments
        label={texts.shown}
        value={shown}
        options={SHOWN.map(value => ({ value, label: texts[value] }))}
        choose={which => show('', which)}
        className={own.kinds}
      />
      <div className={css.table}>
        <DataTable
          id="access-tokens"
          label={texts.label}
          columns={columns}
          rows={shown === 'all' ? all : all?.filter(token => isExpired(token) === (shown === 'ended'))}
          rowId={token => token.token_id}
          failure={tokens.isError ? failureText(tokens.error, texts.failed) : null}
          retry={() => void tokens.refetch()}
          empty={{ title: texts.empty, text: texts.emptyText }}
          sortedBy={SORTED_BY}
          activate={token => show(`token=${encodeURIComponent(token.token_id)}`)}
          fill
        />
      </div>
      {chosen && <TokenDialog key={chosen.token_id} token={chosen} close={() => show('')} />}
    </div>
  );
}
