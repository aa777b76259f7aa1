import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { NodeReport, RemovedMember, StatusByType } from '@/generated/api';
import type { NodeRef } from '@/generated/types';
import { healthOf } from '@/shell/health';
import { pathnameOf } from '@/shell/paths';
import { serviceName } from '@/texts/serviceName';
import { texts } from '@/texts/status';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import { NodeDetails } from './NodeDetails';
import { StatePill } from './StatePill';
import {
  incidentText,
  isSame,
  keyOf,
  messageOf,
  missionControls,
  nodesOf,
  shortTime,
  uptimeText,
} from './status';
import css from './status.module.css';
import { UptimeBars } from './UptimeBars';

const COLUMNS = 7;

interface StatusTableProps {
  status: StatusByType;
  /** Whether each row names its node. */
  namesNodes: boolean;
  /** Begins the removal of a node, which has to be confirmed; null where that is not possible now. */
  askRemoval: ((node: NodeRef) => void) | null;
  /** The node whose removal is to be confirmed, and the question. */
  removal: NodeRef | null;
  question: ReactNode;
}

/** Every service, or every node of it, in a row: what is offline first, and what was removed last. */
export function StatusTable({ status, namesNodes, askRemoval, removal, question }: StatusTableProps) {
  const hasTwins = missionControls(status) > 1;
  const columns = namesNodes ? COLUMNS + 1 : COLUMNS;
  return (
    <table className={css.table}>
      <caption className="wb-hidden">{texts.table}</caption>
      <thead className={css.columns}>
        <tr>
          <th scope="col">{texts.fact.state}</th>
          <th scope="col">{texts.fact.service}</th>
          {namesNodes && <th scope="col">{texts.fact.node}</th>}
          <th scope="col">{texts.fact.version}</th>
          <th scope="col">{texts.fact.uptime}</th>
          <th scope="col">{texts.fact.history}</th>
          <th scope="col">{texts.fact.incident}</th>
          <th scope="col">
            <span className="wb-hidden">{texts.fact.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody className={css.body}>
        {nodesOf(status).map(node => (
          <NodeRows
            key={keyOf(node)}
            node={node}
            now={status.at}
            columns={columns}
            namesNode={namesNodes}
            showId={hasTwins && node.type === 'mission_control'}
            askRemoval={askRemoval && (() => askRemoval(node))}
          >
            {removal && isSame(node, removal) ? question : null}
          </NodeRows>
        ))}
        {status.removed.map(node => (
          <RemovedRow
            key={keyOf(node)}
            node={node}
            status={status}
            columns={columns}
            namesNode={namesNodes}
          />
        ))}
      </tbody>
    </table>
  );
}

interface NodeRowsProps {
  node: NodeReport;
  now: string;
  columns: number;
  namesNode: boolean;
  /** Whether the service id is needed to tell this node from another. */
  showId: boolean;
  askRemoval: (() => void) | null;
  /** The confirmation, while this node is the one to be removed. */
  children: ReactNode;
}

/** A node, and below it its details and the question about its removal. */
function NodeRows({ node, now, columns, namesNode, showId, askRemoval, children }: NodeRowsProps) {
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const opener = useFocusAfter(Boolean(children));
  const kind = healthOf(node);
  const name = serviceName(node.service);
  const message = kind === 'online' ? '' : messageOf(node);
  return (
    <>
      <tr className={css.row} data-service={node.service} data-kind={kind}>
        <td className={`${css.cell} ${css.pill}`}>
          <StatePill kind={kind} />
        </td>
        <th scope="row" className={`${css.cell} ${css.name}`}>
          <button
            type="button"
            className={css.opener}
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={15} stroke={2} aria-hidden="true" />
            {name}
          </button>
          {showId && <code className={css.remark}>{node.service_id}</code>}
          {message && <span className={css.remark}>{message}</span>}
          {node.overdue && <span className={css.remark}>{texts.overdue}</span>}
        </th>
        {namesNode && <NodeCell id={node.node_id} />}
        <td className={`${css.cell} ${css.fact}`} data-label={texts.fact.version}>
          {node.version ?? '–'}
        </td>
        <td className={`${css.cell} ${css.fact}`} data-label={texts.fact.uptime}>
          {uptimeText(node.uptime)}
        </td>
        <td className={`${css.cell} ${css.fact}`} data-label={texts.fact.history}>
          <UptimeBars history={node.uptime_history} />
        </td>
        <td className={`${css.cell} ${css.fact}`} data-label={texts.fact.incident}>
          {node.last_incident ? (
            incidentText(node.last_incident, now)
          ) : (
            <span className={css.meta}>{texts.incident.none}</span>
          )}
        </td>
        <td className={`${css.cell} ${css.rest}`}>
          <span className={css.ways}>
            <Link
              to={pathnameOf('admin.monitoring.logs')}
              search={{ service: node.service, node: node.node_id }}
              aria-label={texts.log.label({ service: name })}
            >
              {texts.log.link}
            </Link>
            {kind === 'offline' && !children && (
              <Button
                ref={opener}
                variant="default"
                size="compact-sm"
                aria-label={texts.remove.label({ service: name, node: node.node_id })}
                disabled={!askRemoval}
                onClick={() => askRemoval?.()}
              >
                {texts.remove.button}
              </Button>
            )}
          </span>
        </td>
      </tr>
      {children && (
        <tr className={css.under}>
          <td colSpan={columns}>{children}</td>
        </tr>
      )}
      <tr className={css.under} id={details} hidden={!isOpen}>
        <td colSpan={columns}>{isOpen && <NodeDetails node={node} />}</td>
      </tr>
    </>
  );
}

function NodeCell({ id }: { id: string }) {
  return (
    <td className={`${css.cell} ${css.fact}`} data-label={texts.fact.node}>
      <code>{id}</code>
    </td>
  );
}

interface RemovedRowProps {
  node: RemovedMember;
  status: StatusByType;
  columns: number;
  namesNode: boolean;
}

/** A node that was removed: by whom and when, until it sends a heartbeat again. */
function RemovedRow({ node, status, columns, namesNode }: RemovedRowProps) {
  const by = node.by === null ? null : (status.names[node.by] ?? texts.removed.erased);
  const moment = shortTime(node.at, status.at);
  return (
    <tr className={css.row} data-service={node.service} data-kind="removed">
      <td className={`${css.cell} ${css.pill}`}>
        <StatePill kind="removed" />
      </td>
      <th scope="row" className={`${css.cell} ${css.name}`}>
        <span className={css.plain}>{serviceName(node.service)}</span>
      </th>
      <td className={`${css.cell} ${css.fact}`} data-label={texts.fact.node}>
        <code>{node.node_id}</code>
      </td>
      <td className={`${css.cell} ${css.rest}`} colSpan={columns - (namesNode ? 3 : 2)}>
        {by === null ? texts.removed.at({ moment }) : texts.removed.by({ name: by, moment })}{' '}
        <span className={css.meta}>{texts.removed.return}</span>
      </td>
    </tr>
  );
}
