import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { DescribedWebhook, WantedWebhook } from '@/generated/api';
import * as webhookCalls from '@/generated/webhookCalls';
import { useIsThere } from '@/lib/useIsThere';
import { failureText } from '@/shell/answers';
import { useProject } from '@/shell/menu/useMenus';
import { pathnameOf, titleOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/webhooks';
import { Button } from '@/ui/Button';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { Deliveries } from './Deliveries';
import { AT_DELIVERIES, type EditorSearch, inProject } from './place';
import { Rotation } from './Rotation';
import { WebhookForm } from './WebhookForm';
import { WebhookState } from './WebhookState';
import css from './webhooks.module.css';

const LIST = 'admin.configuration.webhooks';

function AllWebhooks() {
  const project = useProject();
  return (
    <p className={css.back}>
      <Link to={pathnameOf(LIST)} search={inProject(project)}>
        {texts.all}
      </Link>
    </p>
  );
}

/** Creates a webhook. */
export function NewWebhook() {
  const { api } = useEngine();
  const router = useRouter();
  const client = useQueryClient();
  const project = useProject();
  const isThere = useIsThere();
  const send = async (wanted: WantedWebhook) => {
    const made = await webhookCalls.postWebhooks(api, wanted);
    notify({ text: texts.made({ name: made.key }), severity: 'info' });
    await refresh(client, ['webhooks']);
    // the user may have gone elsewhere meanwhile
    if (isThere()) void router.navigate({ to: pathnameOf(LIST), search: inProject(project) });
    return made;
  };
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title}>{titleOf('admin.configuration.webhooks.new')}</PageTitle>
      <AllWebhooks />
      <WebhookForm webhook={null} send={send} />
    </div>
  );
}

/** Changes a webhook, and shows what it has delivered. */
export function EditWebhook({ name }: { name: string }) {
  const { api } = useEngine();
  const { view }: EditorSearch = useSearch({ strict: false });
  const isAtDeliveries = view === AT_DELIVERIES.view;
  // Of the list, which says without a failed request that there is no such webhook.
  const loaded = useQuery({ queryKey: ['webhooks'], queryFn: () => webhookCalls.getWebhooks(api) });
  const webhook = loaded.data?.webhooks.find(({ key }) => key === name);
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title} focus={!isAtDeliveries}>
        {titleOf('admin.configuration.webhooks.edit')}
      </PageTitle>
      <AllWebhooks />
      {loaded.isPending && <Wait>{texts.loading}</Wait>}
      {loaded.data && !webhook && <Notice kind="bad">{texts.absent({ name })}</Notice>}
      {loaded.isError && (
        <Notice kind="bad">
          {failureText(loaded.error, texts.oneFailed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void loaded.refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      {webhook && <Existing webhook={webhook} isAtDeliveries={isAtDeliveries} />}
    </div>
  );
}

interface ExistingProps {
  webhook: DescribedWebhook;
  isAtDeliveries: boolean;
}

function Existing({ webhook, isAtDeliveries }: ExistingProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const [handler] = webhook.handlers;
  const send = async (wanted: WantedWebhook) => {
    const saved = await webhookCalls.putWebhooksKey(api, webhook.key, wanted);
    notify({ text: texts.saved({ name: saved.key }), severity: 'info' });
    await refresh(client, ['webhooks']);
    return saved;
  };
  return (
    <>
      <p className={css.state}>
        <strong>
          <bdi>{webhook.key}</bdi>
        </strong>{' '}
        <WebhookState webhook={webhook} />
      </p>
      <WebhookForm webhook={webhook} send={send} />
      {handler?.has_secret && (
        <Rotation
          name={webhook.key}
          hasEarlier={handler.has_earlier_secret ?? false}
          keepsEarlier={handler.signature === 'standard'}
        />
      )}
      <Deliveries name={webhook.key} proxy={handler?.proxy ?? null} isAddressed={isAtDeliveries} />
    </>
  );
}
