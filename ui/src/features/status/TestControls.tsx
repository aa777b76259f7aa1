import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { NodeReport, ServiceAction } from '@/generated/api';
import * as calls from '@/generated/calls';
import { healthOf } from '@/shell/health';
import { serviceName } from '@/texts/serviceName';
import { texts } from '@/texts/status';
import { notify } from '@/ui/notify';
import css from './status.module.css';

const ACTIONS: readonly ServiceAction[] = ['stop', 'start', 'crash'];

/** What testers can do to the services of a server that was started with `--qa`. */
export function TestControls({ nodes }: { nodes: readonly NodeReport[] }) {
  const { api } = useEngine();
  const heading = useId();
  const tested = useQuery({
    queryKey: ['qa/services'],
    queryFn: () => calls.getQaServices(api),
  });
  const order = useMutation({
    mutationFn: ({ id, action }: { id: string; action: ServiceAction }) =>
      calls.postQaServicesId(api, id, { action }),
    onError: () => notify({ text: texts.testing.failed, severity: 'error' }),
  });
  return (
    <section className={css.testing} aria-labelledby={heading}>
      <h2 id={heading}>{texts.testing.title}</h2>
      <p className={css.message}>{texts.testing.lead}</p>
      <ul className={css.tested}>
        {tested.data?.services.map(({ service, service_id }) => {
          const node = nodes.find(node => node.service_id === service_id && node.run !== 'elsewhere');
          const name = serviceName(service);
          return (
            <li key={service_id}>
              <span>
                {name}{' '}
                <span className={css.meta}>{node ? texts.state[healthOf(node)] : texts.testing.removed}</span>
              </span>
              <span className={css.ways}>
                {ACTIONS.map(action => (
                  <Button
                    key={action}
                    size="compact-sm"
                    variant="default"
                    aria-label={texts.testing.label[action]({ service: name })}
                    onClick={() => order.mutate({ id: service_id, action })}
                  >
                    {texts.testing.action[action]}
                  </Button>
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
