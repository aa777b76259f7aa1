import { Button } from '@mantine/core';
import { useAtom } from '@xstate/store-react';
import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Proposal } from '@/engine/proposals';
import { type TopicView, useTopic } from '@/engine/topics';
import { type MachineView, useMachine } from '@/engine/useMachine';
import type { StatusByType } from '@/generated/api';
import type { NodeRef, StatusSource } from '@/generated/types';
import { titleOf } from '@/shell/paths';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/status';
import { fullTime } from '@/texts/time';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { ConfirmRemoval } from './ConfirmRemoval';
import { StatusTable } from './StatusTable';
import { isSame, missionControls, namesNodes, nodesOf, summaryOf } from './status';
import css from './status.module.css';
import { TestControls } from './TestControls';

const NO_ARGS = {};
/** Each message of the topic is complete. */
const newest = (_: StatusByType | undefined, data: StatusByType) => data;

type Machine = MachineView<'service_status'>;

/** Why there is nothing to be shown, if so. */
function failureOf(state: Machine['state'], topic: TopicView<StatusByType>): string | null {
  const end = topic.end?.code;
  if (end === 'not_authorised' || end === 'not_signed_in') return texts.notAuthorised;
  if (state?.state === 'failed') return noticeText(state.notice.code, state.notice.message, texts.failed);
  return topic.state === 'ended' ? texts.failed : null;
}

/** What the licence has the server ask: the nodes where it permits several of a service, else the services. */
const sourceOf = (state: Machine['state']): StatusSource | null =>
  state === null || state.state === 'idle' ? null : state.source;

/** The server decides who may see this page: for the machine, for the topic, and at every call. */
export function ServiceStatusPage() {
  const { state, send, can } = useMachine('service_status');
  const qa = useAtom(useEngine().session)?.qa ?? false;
  const topic = useTopic('service_status', NO_ARGS, { fold: newest });
  // a proposal that comes too late is rejected, and the state that is pushed is current
  const propose: Propose = event => void send(event).catch(() => undefined);
  const known = state !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit, as soon as the machine is known
  useEffect(() => {
    if (known && can('load')) propose({ type: 'load' });
  }, [known]);
  const failure = failureOf(state, topic);
  const status = topic.value;
  const source = sourceOf(state);
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('admin.monitoring.status')}</PageTitle>
      <p className={css.lead}>{source === 'nodes' ? texts.leadNodes : texts.lead}</p>
      {failure && (
        <Notice kind="bad">
          {failure}{' '}
          <Button size="compact-sm" variant="default" onClick={() => propose({ type: 'load' })}>
            {shellTexts.system.retry}
          </Button>
        </Notice>
      )}
      {!failure && !(status && source) && <Wait>{texts.loading}</Wait>}
      {!failure && status && source && (
        <Services
          status={status}
          source={source}
          state={state}
          propose={propose}
          mayAsk={can('ask_removal')}
        />
      )}
      {qa && !failure && <TestControls nodes={status ? nodesOf(status) : []} />}
    </div>
  );
}

type Propose = (event: Proposal<'service_status'>) => void;

interface ServicesProps {
  status: StatusByType;
  source: StatusSource;
  state: Machine['state'];
  propose: Propose;
  mayAsk: boolean;
}

/** The summary and the table. The confirmation of a removal is below the node's row. */
function Services({ status, source, state, propose, mayAsk }: ServicesProps) {
  const nodes = nodesOf(status);
  const controls = missionControls(status);
  const removal = state?.state === 'confirming' || state?.state === 'removing' ? state.node : null;
  const question = removal && (
    <ConfirmRemoval
      node={removal}
      removing={state?.state === 'removing'}
      remove={() => propose({ type: 'remove_node' })}
      keep={() => propose({ type: 'keep_node' })}
    />
  );
  const ask = ({ service_id, node_id }: NodeRef) =>
    propose({ type: 'ask_removal', node: { service_id, node_id } });
  return (
    <>
      <p className={css.summary}>
        {/* read out when it changes, and silent with each heartbeat */}
        <strong role="status">{summaryOf(nodes, status.removed)}</strong>{' '}
        <span className={css.meta}>{texts.summary.asOf({ moment: fullTime(status.at) })}</span>
      </p>
      {controls > 1 && <p className={css.message}>{texts.severalMissionControls({ count: controls })}</p>}
      {nodes.length === 0 && <p className={css.message}>{texts.empty}</p>}
      {/* another administrator was quicker */}
      {removal && !nodes.some(node => isSame(node, removal)) && question}
      {nodes.length + status.removed.length > 0 && (
        <StatusTable
          status={status}
          namesNodes={namesNodes(source, status)}
          askRemoval={mayAsk ? ask : null}
          removal={removal}
          question={question}
        />
      )}
    </>
  );
}
