import { useMemo } from 'react';
import type { ReleaseBundleDetails } from '@/generated/api';
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
import { isAbsent, workOf } from './outcomes';
import { Promotions } from './Promotions';
import { useArtifacts, useStatus } from './queries';

interface DetailsPanelProps {
  name: string;
  version: string;
  close: () => void;
  /** The bundle has been deleted. */
  deleted: () => void;
}

/** A bundle, and what is in it. */
export function DetailsPanel({ name, version, close, deleted }: DetailsPanelProps) {
  const isAdmin = useIsAdmin();
  const status = useStatus(name, version);
  const contents = useArtifacts(name, version);
  const pages = contents.data?.pages;
  const artifacts = useMemo(() => pages?.flatMap(page => page.artifacts), [pages]);
  const details = status.data;
  const bundle = details?.release_bundle;
  const error = status.error ?? contents.error;
  const failure = isAbsent(error)
    ? texts.details.absent({ name, version })
    : error && failureText(error, texts.details.failed);
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
      {details && <Known of={details} />}
      {isAdmin && details && bundle && <Actions bundle={bundle} work={workOf(details)} deleted={deleted} />}
      {details && <Promotions details={details} />}
      {details?.release_bundle.promotable && (isAdmin || details.distributions.length > 0) && (
        <Distributions details={details} isAdmin={isAdmin} isBusy={workOf(details) !== null} />
      )}
      <DataTable
        id="bundle-artifacts"
        label={texts.details.artifacts}
        columns={artifactColumns}
        rows={details && artifacts}
        rowId={artifact => artifact.path}
        failure={failure}
        retry={() => {
          // what is in it may be many pages
          for (const query of [status, contents]) if (query.isError) void query.refetch();
        }}
        empty={{ title: texts.details.artifacts, text: '' }}
        tools={
          contents.hasNextPage && (
            <Button
              size="xs"
              variant="default"
              loading={contents.isFetchingNextPage}
              onClick={() => void contents.fetchNextPage()}
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
