import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { ReleaseBundleDetails } from '@/generated/api';
import * as calls from '@/generated/calls';
import { failureText } from '@/shell/answers';
import { Sheet } from '@/shell/Sheet';
import { useIsAdmin } from '@/shell/useIsAdmin';
import { texts } from '@/texts/releaseBundles';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { DataTable } from '@/ui/table/DataTable';
import { Actions } from './Actions';
import { actorName, statusOf } from './bundles';
import { artifactColumns } from './columns';
import { Distributions } from './lazyDialogs';
import { isAbsent, refreshOf, workOf } from './outcomes';
import { Promotions } from './Promotions';

const PORTION = 1_000;

interface DetailsPanelProps {
  name: string;
  version: string;
  close: () => void;
  /** The bundle has been deleted. */
  deleted: () => void;
}

/** A bundle, and what is in it. */
export function DetailsPanel({ name, version, close, deleted }: DetailsPanelProps) {
  const { api } = useEngine();
  const isAdmin = useIsAdmin();
  const details = useInfiniteQuery({
    queryKey: ['release-bundle', name, version],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      calls.getReleaseBundlesNameVersion(api, name, version, {
        limit: PORTION,
        ...(after && { after }),
      }),
    getNextPageParam: ({ page_info }) => (page_info.has_next_page ? page_info.end_cursor : null),
    refetchInterval: ({ state }) => refreshOf(state.data?.pages[0], state.error),
    staleTime: 0,
    // another bundle may get the name and version of one that was deleted
    gcTime: 0,
  });
  const pages = details.data?.pages;
  const artifacts = useMemo(() => pages?.flatMap(page => page.artifacts), [pages]);
  const first = pages?.[0];
  const bundle = first?.release_bundle;
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
      {first && <Known of={first} />}
      {isAdmin && first && bundle && <Actions bundle={bundle} work={workOf(first)} deleted={deleted} />}
      {first && <Promotions details={first} />}
      {first?.release_bundle.promotable && (isAdmin || first.distributions.length > 0) && (
        <Distributions details={first} isAdmin={isAdmin} isBusy={workOf(first) !== null} />
      )}
      <DataTable
        id="bundle-artifacts"
        label={texts.details.artifacts}
        columns={artifactColumns}
        rows={artifacts}
        rowId={artifact => artifact.path}
        failure={
          details.isError
            ? isAbsent(details.error)
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

function Known({ of }: { of: ReleaseBundleDetails }) {
  const { release_bundle: bundle, signature, list, names, received } = of;
  const words = signature?.holds ? texts.details.holds : texts.details.broken;
  return (
    <>
      {signature && !signature.holds && <Notice kind="bad">{texts.details.broken}</Notice>}
      <Facts>
        <Fact name={texts.column.status}>{statusOf(bundle)}</Fact>
        <Fact name={texts.column.origin}>{received ? texts.received : texts.origin[bundle.origin]}</Fact>
        <Fact name={texts.column.created}>{bundle.created && dayTime(bundle.created)}</Fact>
        <Fact name={texts.column.by}>
          <bdi>{actorName(bundle.created_by, names)}</bdi>
        </Fact>
        <Fact name={texts.details.signature}>{signature ? words : texts.no}</Fact>
        {signature && (
          <Fact name={texts.details.key}>
            <code>{signature.key}</code>
          </Fact>
        )}
        <Fact name={texts.details.list}>
          <code>{list}</code>
        </Fact>
      </Facts>
    </>
  );
}
