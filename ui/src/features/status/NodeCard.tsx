import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs';
import { type ReactNode, useId } from 'react';
import type { NodeReport } from '@/generated/api';
import { serviceName } from '@/texts/serviceName';
import { texts } from '@/texts/status';
import { fullTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import { Fact, Facts } from '@/ui/Facts';
import { kindOf, messageOf, uptimeText } from './status';
import css from './status.module.css';

interface NodeCardProps {
  node: NodeReport;
  /** Begins the removal, which has to be confirmed; null where that is not possible now. */
  askRemoval: (() => void) | null;
  /** The confirmation, while this node is the one to be removed. */
  children?: ReactNode;
}

/** A node of a service: its state, since when, and what runs in it. */
export function NodeCard({ node, askRemoval, children }: NodeCardProps) {
  const heading = useId();
  const opener = useFocusAfter(Boolean(children));
  const message = messageOf(node);
  return (
    <article className={css.card} aria-labelledby={heading} data-service={node.service}>
      <header className={css.head}>
        <h3 id={heading}>{serviceName(node.service)}</h3>
        <State node={node} />
      </header>
      {message && <p className={css.message}>{message}</p>}
      {node.overdue && (
        <p className={css.overdue}>
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
          {texts.overdue}
        </p>
      )}
      <Facts className={css.facts}>
        <Fact name={texts.fact.node}>
          <code>{node.node_id}</code>
        </Fact>
        <Fact name={texts.fact.id}>
          <code>{node.service_id}</code>
        </Fact>
        {node.version && <Fact name={texts.fact.version}>{node.version}</Fact>}
        <Fact name={texts.fact.uptime}>{uptimeText(node.uptime)}</Fact>
        <Fact name={texts.fact.heartbeat}>
          <Time at={node.last_heartbeat} />
        </Fact>
        {node.restarts > 0 && (
          <Fact name={texts.fact.crashes}>{texts.crashes({ count: node.restarts })}</Fact>
        )}
      </Facts>
      {node.micro_services.length > 0 && (
        <table className={css.parts}>
          <caption>{texts.parts.title}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.parts.name}</th>
              <th scope="col">{texts.fact.uptime}</th>
              <th scope="col">{texts.fact.heartbeat}</th>
            </tr>
          </thead>
          <tbody>
            {node.micro_services.map(part => (
              <tr key={part.name}>
                <th scope="row">
                  <code>{part.name}</code>
                </th>
                <td>{uptimeText(part.uptime)}</td>
                <td>
                  <Time at={part.last_heartbeat} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
      {node.status === 'Offline' && !children && (
        <Button
          ref={opener}
          className={css.remove ?? ''}
          variant="default"
          size="sm"
          disabled={!askRemoval}
          onClick={() => askRemoval?.()}
        >
          {texts.remove.button}
        </Button>
      )}
    </article>
  );
}

/** The state as a text and an icon; the colour only repeats it. */
function State({ node }: { node: NodeReport }) {
  const kind = kindOf(node);
  const Icon = { offline: IconCircleX, online: IconCircleCheck, unhealthy: IconAlertTriangle }[kind];
  return (
    <span className={css.state} data-kind={kind}>
      <Icon size={16} stroke={1.9} aria-hidden="true" />
      {texts.state[kind]}
    </span>
  );
}

function Time({ at }: { at: string | null }) {
  return at ? <time dateTime={at}>{fullTime(at)}</time> : texts.never;
}
