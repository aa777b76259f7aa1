import type { NodeReport } from '@/generated/api';
import { texts } from '@/texts/status';
import { fullTime } from '@/texts/time';
import { Fact, Facts } from '@/ui/Facts';
import { messageOf, uptimeText } from './status';
import css from './status.module.css';

/** What the row of a node has no room for: its id, its heartbeats and its tasks. */
export function NodeDetails({ node }: { node: NodeReport }) {
  const message = messageOf(node);
  return (
    <div className={css.details}>
      {message && <p className={css.message}>{message}</p>}
      <Facts>
        <Fact name={texts.fact.type}>{texts.type[node.type]}</Fact>
        <Fact name={texts.fact.id}>
          <code>{node.service_id}</code>
        </Fact>
        <Fact name={texts.fact.node}>
          <code>{node.node_id}</code>
        </Fact>
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
    </div>
  );
}

function Time({ at }: { at: string | null }) {
  return at ? <time dateTime={at}>{fullTime(at)}</time> : texts.never;
}
