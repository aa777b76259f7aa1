import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as gitCalls from '@/generated/gitCalls';
import { useSettled } from '@/lib/useSettled';
import { refusalText } from '@/shell/answers';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { SearchField } from '@/ui/ToolField';
import { Wait } from '@/ui/Wait';
import css from './git.module.css';
import { GIT_KEY } from './queries';

/** Each search is a request to the vendor. */
const PAUSE_MS = 300;

interface RepositoryListProps {
  /** The key of the integration. */
  integration: string;
  selected: ReadonlySet<string>;
  toggle: (repository: string, isOn: boolean) => void;
}

/** The repositories that the vendor has for the user of the token, in pages. */
export function RepositoryList({ integration, selected, toggle }: RepositoryListProps) {
  const { api } = useEngine();
  const [typed, type] = useState('');
  const query = useSettled(typed.trim(), PAUSE_MS);
  const loaded = useInfiniteQuery({
    queryKey: [...GIT_KEY, 'repositories', integration, query],
    initialPageParam: '',
    queryFn: ({ pageParam: page }) =>
      gitCalls.getIntegrationKeyRepositories(api, integration, {
        ...(page && { page }),
        ...(query && { query }),
      }),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // a vendor that has refused would count another attempt
    retry: false,
  });
  const all = loaded.data?.pages.flatMap(({ repositories }) => repositories);
  return (
    <>
      <SearchField
        label={texts.repositories.search}
        value={typed}
        onChange={event => type(event.currentTarget.value)}
      />
      {loaded.isPending && <Wait>{texts.repositories.loading}</Wait>}
      {loaded.isError && (
        <Notice kind="bad">
          {refusalText(loaded.error, texts.repositories.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void loaded.refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      {all?.length === 0 && !loaded.hasNextPage && (
        <p className={css.hint} role="status">
          {query === '' ? texts.repositories.none : texts.repositories.noneFound}
        </p>
      )}
      {all && (
        <ul className={css.repositories} aria-label={texts.repositories.available}>
          {all.map(({ name, private: isPrivate }) => (
            <li key={name} className={css.repository}>
              <Checkbox
                label={<bdi dir="ltr">{name}</bdi>}
                checked={selected.has(name)}
                onChange={event => toggle(name, event.currentTarget.checked)}
              />
              {isPrivate && <span className={css.hint}>{texts.repositories.private}</span>}
            </li>
          ))}
        </ul>
      )}
      {loaded.hasNextPage && (
        <p>
          <Button
            size="sm"
            variant="default"
            loading={loaded.isFetchingNextPage}
            onClick={() => void loaded.fetchNextPage()}
          >
            {texts.repositories.more}
          </Button>
        </p>
      )}
    </>
  );
}
