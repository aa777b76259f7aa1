import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { DescribedProxy, WantedProxy } from '@/generated/api';
import * as proxyCalls from '@/generated/proxyCalls';
import { useIsThere } from '@/lib/useIsThere';
import { failureText } from '@/shell/answers';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/outboundProxies';
import { Button } from '@/ui/Button';
import cards from '@/ui/cards.module.css';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import css from './outbound.module.css';
import { ProxyForm } from './ProxyForm';
import { listPath } from './place';
import { refreshProxies, useProxies } from './queries';

/** Changes a proxy. */
export function EditProxy({ name }: { name: string }) {
  // Of the list, which says without a failed request that there is no such proxy.
  const loaded = useProxies();
  const proxy = loaded.data?.proxies.find(({ key }) => key === name);
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title}>{titleOf('admin.proxies.edit')}</PageTitle>
      <p className={css.back}>
        <Link className={css.link} to={listPath()}>
          {texts.all}
        </Link>
      </p>
      {loaded.isPending && <Wait>{texts.loading}</Wait>}
      {loaded.data && !proxy && <Notice kind="bad">{texts.absent({ name })}</Notice>}
      {loaded.isError && !loaded.data && (
        <Notice kind="bad">
          {failureText(loaded.error, texts.oneFailed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void loaded.refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      {proxy && <Existing proxy={proxy} />}
    </div>
  );
}

function Existing({ proxy }: { proxy: DescribedProxy }) {
  const { api } = useEngine();
  const router = useRouter();
  const client = useQueryClient();
  const isThere = useIsThere();
  const leave = () => void router.navigate({ to: listPath() });
  const save = async (wanted: WantedProxy) => {
    const { key: name } = await proxyCalls.putProxiesKey(api, proxy.key, wanted);
    notify({ text: texts.saved({ name }), severity: 'info' });
    await refreshProxies(client);
    // the user may have gone elsewhere meanwhile
    if (isThere()) leave();
  };
  return (
    <div className={cards.card}>
      {proxy.used_by.length > 0 && <UsedBy keys={proxy.used_by} />}
      <ProxyForm before={proxy} send={save} cancel={leave} />
    </div>
  );
}

/** The webhooks that name a proxy, each with its page. */
function UsedBy({ keys }: { keys: readonly string[] }) {
  return (
    <Facts className={css.used}>
      <Fact name={texts.column.webhooks}>
        <ul className={css.names}>
          {keys.map(key => (
            <li key={key}>
              <Link
                className={css.link}
                to={pathnameOf('admin.configuration.webhooks.edit', { webhookName: key })}
              >
                <bdi>{key}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </Fact>
    </Facts>
  );
}
