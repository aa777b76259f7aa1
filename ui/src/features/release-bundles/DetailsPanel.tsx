import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';
import { failureText } from '@/shell/answers';
import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/releaseBundles';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { DataTable } from '@/ui/table/DataTable';
import { actorName, statusOf } from './bundles';
import { artifactColumns } from './columns';

const PORTION = 1_000;

interface DetailsPanelProps {
  name: string;
  version: string;
  close: () => void;
}

/** A bundle, and what is in it. */
export function DetailsPanel({ name, version, close }: DetailsPanelProps) {
  const { api } = useEngine();
  const details = useInfiniteQuery({
    queryKey: ['release-bundle', name, version],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      calls.getReleaseBundlesNameVersion(api, name, version, {
        limit: PORTION,
        ...(after && { after }),
      }),
    getNextPageParam: ({ page_info }) => (page_info.has_next_page ? page_info.end_cursor : null),
    // a released bundle does not change
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = details.data?.pages;
  const artifacts = useMemo(() => pages?.flatMap(page => page.artifacts), [pages]);
  const first = pages?.[0];
  const bundle = first?.release_bundle;
  const isAbsent = details.error instanceof ApiError && details.error.status === 404;
  return (
    <Sheet
      opened
      close={close}
      closeLabel={texts.details.close}
      from="right"
      title={
        <>
          <bdi>{name}</bdi> <bdi>{version}</bdi>
        </>
      }
    >
      {first?.signature && !first.signature.holds && <Notice kind="bad">{texts.details.broken}</Notice>}
      <Facts>
        {first && bundle && (
          <>
            <Fact name={texts.column.status}>{statusOf(bundle)}</Fact>
            <Fact name={texts.column.origin}>{texts.origin[bundle.origin]}</Fact>
            <Fact name={texts.column.created}>{bundle.created && dayTime(bundle.created)}</Fact>
            <Fact name={texts.column.by}>
              <bdi>{actorName(bundle.created_by, first.names)}</bdi>
            </Fact>
            <Fact name={texts.details.signature}>
              {first.signature
                ? first.signature.holds
                  ? texts.details.holds
                  : texts.details.broken
                : texts.no}
            </Fact>
            {first.signature && (
              <Fact name={texts.details.key}>
                <code>{first.signature.key}</code>
              </Fact>
            )}
            <Fact name={texts.details.list}>
              <code>{first.list}</code>
            </Fact>
          </>
        )}
      </Facts>
      <DataTable
        id="bundle-artifacts"
        label={texts.details.artifacts}
        columns={artifactColumns}
        rows={artifacts}
        rowId={artifact => artifact.path}
        failure={
          details.isError
            ? isAbsent
              ? texts.details.absent({ name, version })
              : failureText(details.error, texts.details.failed)
            : null
        }
        retry={() => void details.refetch()}
        empty={{ title: texts.details.artifacts, text: '' }}
        tools={
          details.hasNextPage && (
            <Button
              size="xs"
              variant="default"
              loading={details.isFetchingNextPage}
              onClick={() => void details.fetchNextPage()}
            >
              {texts.details.more({ shown: artifacts?.length ?? 0, all: bundle?.artifacts_count ?? 0 })}
            </Button>
          )
        }
      />
    </Sheet>
  );
}
