import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import type { ReleaseBundleHit } from '@/generated/api';
import * as distributionCalls from '@/generated/distributionCalls';
import { texts } from '@/texts/releaseBundles';
import { Button } from '@/ui/Button';
import { DataTable } from '@/ui/table/DataTable';
import { type Bundle, idOf, problemOf } from './bundles';
import { foundColumns } from './columns';
import css from './release-bundles.module.css';

/** No checksum is longer. Longer input is truncated here, and the server rejects it. */
const SENT_MAX = 300;
const LISTED_MAX = 100;

/** Finds the bundles that hold a file by any of its three checksums (CHK-01). The server checks it. */
export function Lookup({ open }: { open: (bundle: Bundle) => void }) {
  const { api } = useEngine();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const lookup = useMutation({
    mutationFn: async (text: string): Promise<readonly ReleaseBundleHit[]> => {
      // the path would end before it
      if (text === '') throw new ApiError(400, { error: { code: 'checksum_empty' } });
      const checksum = text.slice(0, SENT_MAX);
      const query = { num_of_rows: LISTED_MAX };
      return (await distributionCalls.getDistributionApiUiReleaseBundleChecksumChecksum(api, checksum, query))
        .data;
    },
  });
  const change = (text: string) => {
    setTyped(text);
    lookup.reset();
  };
  const clear = () => {
    change('');
    field.current?.focus();
  };
  const found = lookup.data;
  return (
    <search className={css.lookup} aria-label={texts.lookup.label}>
      <form
        className={css.ask}
        onSubmit={event => {
          event.preventDefault();
          lookup.mutate(typed.trim());
        }}
      >
        <TextInput
          ref={field}
          className={css.field ?? ''}
          label={texts.lookup.label}
          description={texts.lookup.hint}
          value={typed}
          onChange={event => change(event.currentTarget.value)}
          error={lookup.error && problemOf(lookup.error, typed)}
          errorProps={{ role: 'alert' }}
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          classNames={{ input: 'wb-mono', description: css.hint ?? '' }}
        />
        <div className={css.ways}>
          <Button type="submit" loading={lookup.isPending}>
            {texts.lookup.find}
          </Button>
          {(found || typed) && (
            <Button variant="default" onClick={clear}>
              {texts.lookup.clear}
            </Button>
          )}
        </div>
      </form>
      <p className={found ? css.found : 'wb-hidden'} role="status">
        {found && (found.length === 0 ? texts.lookup.none : texts.lookup.found({ count: found.length }))}
      </p>
      {found && found.length > 0 && (
        <DataTable
          id="found-bundles"
          label={texts.lookup.results}
          columns={foundColumns}
          rows={found}
          rowId={idOf}
          retry={() => lookup.mutate(typed.trim())}
          empty={{ title: texts.lookup.none, text: '' }}
          activate={open}
        />
      )}
    </search>
  );
}
