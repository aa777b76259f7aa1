import { Button as LinkButton } from '@mantine/core';
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useId } from 'react';
import { addresses } from '@/generated/api';
import { addressOf } from '@/lib/basePath';
import { useCountdown } from '@/lib/useCountdown';
import { texts } from '@/texts/logs';
import { serviceName } from '@/texts/serviceName';
import { Button } from '@/ui/Button';
import css from './logs.module.css';
import type { Viewing } from './useViewer';

/** Service, node and file: what the machine says that there are. */
export function Choices({ viewing: { view, propose } }: { viewing: Viewing }) {
  if (!view) return null;
  const chooseService = (service: string) => {
    propose({ type: 'service_changed' });
    propose({ type: 'select_product', service });
  };
  return (
    <div className={css.choices}>
      <Choice
        label={texts.service}
        value={view.selected_product}
        options={view.product_list}
        nameOf={serviceName}
        choose={chooseService}
      />
      <Choice
        label={texts.node}
        value={view.selected_node ?? ''}
        options={view.node_list}
        choose={node => propose({ type: 'select_node', node })}
      />
      <Choice
        label={texts.file}
        value={view.selected_file ?? ''}
        options={view.log_list}
        choose={id => propose({ type: 'select_file', id })}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly string[];
  /** What an option is called, where that is not the option itself. */
  nameOf?: (option: string) => string;
  choose: (value: string) => void;
}

function Choice({ label, value, options, nameOf = option => option, choose }: ChoiceProps) {
  const id = useId();
  return (
    <div className={css.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={options.length === 0}
        onChange={event => choose(event.currentTarget.value)}
      >
        {!options.includes(value) && <option value={value}>{nameOf(value)}</option>}
        {options.map(option => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface RunningProps {
  viewing: Viewing;
  /** The page subscribes to lines as they are written. */
  push: boolean;
  setPush: (push: boolean) => void;
  mark: () => void;
}

/** The automatic refresh, and its buttons. */
export function Running({ viewing: { machine, file, propose }, push, setPush, mark }: RunningProps) {
  const { state } = machine;
  const isPaused = state?.state === 'paused';
  return (
    <div className={css.running}>
      <span className={css.state} data-state={state?.state}>
        <Countdown until={state?.state === 'counting' ? state.until : null} />
        {state?.state === 'live' && texts.live}
        {(state?.state === 'refreshing' || state?.state === 'configuring') && texts.refreshing}
        {isPaused && texts.paused[state.why]}
      </span>
      <Button
        size="xs"
        variant="default"
        disabled={!machine.can(isPaused ? 'resume' : 'pause')}
        leftSection={
          isPaused ? (
            <IconPlayerPlay size={15} stroke={1.8} aria-hidden="true" />
          ) : (
            <IconPlayerPause size={15} stroke={1.8} aria-hidden="true" />
          )
        }
        onClick={() => propose({ type: isPaused ? 'resume' : 'pause' })}
      >
        {isPaused ? texts.resume : texts.pause}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!machine.can('refresh_now')}
        leftSection={<IconRefresh size={15} stroke={1.8} aria-hidden="true" />}
        onClick={() => propose({ type: 'refresh_now' })}
      >
        {texts.refreshNow}
      </Button>
      <label className={css.tick}>
        <input type="checkbox" checked={push} onChange={event => setPush(event.currentTarget.checked)} />
        {texts.push}
      </label>
      <Button
        size="xs"
        variant="default"
        disabled={!file}
        leftSection={<IconBookmark size={15} stroke={1.8} aria-hidden="true" />}
        onClick={mark}
      >
        {texts.mark}
      </Button>
      {file && (
        <LinkButton
          component="a"
          size="xs"
          variant="default"
          href={addresses.getSystemLogsDownloadService(addressOf, file.service, {
            nodeId: file.node,
            id: file.id,
          })}
          download={file.id}
          leftSection={<IconDownload size={15} stroke={1.8} aria-hidden="true" />}
        >
          {texts.download}
        </LinkButton>
      )}
    </div>
  );
}

/** Seconds to the next refresh, from the moment that the machine named. */
function Countdown({ until }: { until: string | null }) {
  const seconds = useCountdown(until === null ? null : Date.parse(until));
  return until === null ? null : texts.countdown({ seconds });
}
