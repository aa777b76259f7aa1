import { useTopic } from '@/engine/topics';
import type { NodeReport, StatusByType } from '@/generated/api';
import { healthOf } from '@/shell/health';
import { texts } from '@/texts/home';
import { serviceName } from '@/texts/serviceName';
import { Wait } from '@/ui/Wait';
import { Card } from './Card';
import css from './overview.module.css';

const NO_ARGS = {};
const newest = (_: StatusByType | undefined, status: StatusByType) => status;

/** Whether all services work, as it changes; those that do not come by name. */
export function HealthCard() {
  const topic = useTopic('service_status', NO_ARGS, { fold: newest });
  const nodes = Object.values(topic.value?.services ?? {}).flatMap(type => type?.nodes ?? []);
  return (
    <Card title={texts.health.title} more={{ route: 'admin.monitoring.status', text: texts.health.open }}>
      {topic.state === 'ended' ? (
        <p>{texts.health.failed}</p>
      ) : topic.value ? (
        <Health nodes={nodes} />
      ) : (
        <Wait>{texts.health.loading}</Wait>
      )}
    </Card>
  );
}

function Health({ nodes }: { nodes: readonly NodeReport[] }) {
  const failing = nodes.filter(node => healthOf(node) !== 'online');
  if (failing.length === 0)
    return (
      <p className={css.state} data-good>
        {texts.health.online({ count: nodes.length })}
      </p>
    );
  return (
    <>
      <p className={css.state} data-bad>
        {texts.health.offline({ count: failing.length })}
      </p>
      <ul className={css.names}>
        {failing.map(node => (
          <li key={`${node.service_id} ${node.node_id}`}>{serviceName(node.service)}</li>
        ))}
      </ul>
    </>
  );
}
