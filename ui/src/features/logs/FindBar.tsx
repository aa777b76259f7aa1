import { ActionIcon } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import { useId } from 'react';
import { texts } from '@/texts/logs';
import css from './logs.module.css';
import type { Filter } from './useMatches';
import type { View } from './view';

interface FindBarProps extends Omit<View, 'range' | 'setRange' | 'reset'> {
  /** The number of matching lines, and the index of the current one. */
  found: number;
  at: number | null;
  step: (by: number) => void;
  /** Copies the link to the line that is selected, or to the last one; null where there is none. */
  copyLink: (() => void) | null;
}

const FILTERS: readonly Filter[] = ['all', 'error', 'warn', 'info', 'debug'];

/** Searches the loaded lines, and sets how they are shown. */
export function FindBar(props: FindBarProps) {
  const { search, setSearch, found, at, step, filter, setFilter } = props;
  const level = useId();
  const isLooking = search.trim() !== '';
  return (
    <search className={css.finding}>
      <input
        type="search"
        className={css.search}
        aria-label={texts.search}
        placeholder={texts.search}
        value={search}
        onChange={event => setSearch(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape' && search !== '') {
            event.stopPropagation();
            setSearch('');
          }
        }}
      />
      <span className={css.found} role="status">
        {isLooking && foundText(found, at)}
      </span>
      <ActionIcon
        variant="subtle"
        aria-label={texts.previous}
        disabled={found === 0}
        onClick={() => step(-1)}
      >
        <IconChevronUp size={17} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={texts.next} disabled={found === 0} onClick={() => step(1)}>
        <IconChevronDown size={17} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      <div className={css.choice}>
        <label className="wb-hidden" htmlFor={level}>
          {texts.level}
        </label>
        <select
          id={level}
          value={filter}
          onChange={event => setFilter(FILTERS.find(name => name === event.currentTarget.value) ?? 'all')}
        >
          {FILTERS.map(name => (
            <option key={name} value={name}>
              {texts.levels[name]}
            </option>
          ))}
        </select>
      </div>
      <Tick label={texts.columns} on={props.columns} turn={props.setColumns} />
      <Tick label={texts.wrap} on={props.wrap} turn={props.setWrap} />
      <Tick label={texts.follow} on={props.follow} turn={props.setFollow} />
      <ActionIcon
        variant="subtle"
        aria-label={texts.link.copy}
        title={texts.link.copy}
        disabled={!props.copyLink}
        onClick={() => props.copyLink?.()}
      >
        <IconLink size={17} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </search>
  );
}

function foundText(all: number, at: number | null): string {
  if (all === 0) return texts.foundNone;
  return at === null ? texts.foundAll({ all }) : texts.found({ at: at + 1, all });
}

function Tick({ label, on, turn }: { label: string; on: boolean; turn: (on: boolean) => void }) {
  return (
    <label className={css.tick}>
      <input type="checkbox" checked={on} onChange={event => turn(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
