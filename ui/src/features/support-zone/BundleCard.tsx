import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { addresses, type SupportBundle, type SupportBundles } from '@/generated/api';
import * as calls from '@/generated/calls';
import { addressOf } from '@/lib/basePath';
import { Sheet } from '@/shell/Sheet';
import { sizeText } from '@/texts/size';
import { texts } from '@/texts/support';
import { dayTime } from '@/texts/time';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { nameOf, shortServiceName } from './bundles';
import { ContentsTree } from './ContentsTree';
import { BundleStatus } from './columns';
import css from './support-zone.module.css';

interface BundleCardProps {
  bundle: SupportBundle;
  names: SupportBundles['names'];
  close: () => void;
  /** Whether it is asked if the bundle is to be deleted. */
  confirmation: readonly [asking: boolean, setAsking: (asking: boolean) => void];
  removing: boolean;
  remove: () => void;
  fetched: () => void;
}

/** One bundle: what is in it, before it is fetched, and the ways to fetch and to delete it. */
export function BundleCard(props: BundleCardProps) {
  const { bundle, names, close, confirmation, removing, remove, fetched } = props;
  const { api } = useEngine();
  const [isConfirming] = confirmation;
  const ready = bundle.status === 'success';
  const contents = useQuery({
    queryKey: ['support-bundle', bundle.id],
    queryFn: () => calls.getUserSupportPreviewBundleId(api, bundle.id),
    enabled: ready,
  });
  return (
    <Sheet
      opened
      close={close}
      closeLabel={texts.detail.close}
      from="right"
      title={
        <>
          <bdi>{bundle.name}</bdi> · {shortServiceName(bundle.service)}
        </>
      }
    >
      <div className={css.sheet}>
        {bundle.description && <p className={css.text}>{bundle.description}</p>}
        <div className={isConfirming ? undefined : css.ways}>
          {ready && !isConfirming && (
            <Button
              component="a"
              size="sm"
              href={addresses.getUserSupportDownloadBundleId(addressOf, bundle.id)}
              // the server names the file as the bundle was named
              download
              // meanwhile the server records the download
              onClick={() => setTimeout(fetched, 1_500)}
            >
              {texts.detail.download}
            </Button>
          )}
          {bundle.status !== 'in progress' && (
            <ConfirmButton words={texts.remove} held={confirmation} busy={removing} confirm={remove}>
              {ready ? texts.remove.text : texts.remove.failed}
            </ConfirmButton>
          )}
        </div>
        {bundle.failure && (
          <Notice kind="bad">
            <strong>{texts.fault[bundle.failure.fault]}</strong>{' '}
            <span dir="ltr">{bundle.failure.message}</span>
          </Notice>
        )}
        <Known bundle={bundle} names={names} />
        {ready && contents.isPending && <Wait>{texts.detail.loading}</Wait>}
        {contents.isError && <Notice kind="bad">{texts.detail.unreadable}</Notice>}
        {contents.data && <ContentsTree contents={contents.data} />}
      </div>
    </Sheet>
  );
}

/** What is known of a bundle beside its contents. */
function Known({ bundle, names }: Pick<BundleCardProps, 'bundle' | 'names'>) {
  const { archive, download } = bundle;
  const creator = nameOf(bundle.created_by, names);
  return (
    <Facts className={css.facts}>
      <Fact name={texts.column.status}>
        <BundleStatus bundle={bundle} />
      </Fact>
      <Fact name={texts.column.created}>
        {dayTime(bundle.create_date)} {creator && texts.detail.by({ name: creator })}
      </Fact>
      {bundle.expires_at && <Fact name={texts.column.expires}>{dayTime(bundle.expires_at)}</Fact>}
      {archive && <Fact name={texts.column.size}>{sizeText(archive.bytes)}</Fact>}
      {archive && (
        <Fact name="SHA-256">
          <code className="wb-mono">{archive.digest}</code>
        </Fact>
      )}
      {bundle.status === 'success' && (
        <Fact name={texts.detail.fetched}>
          {download
            ? texts.detail.fetchedBy({
                count: download.times,
                moment: dayTime(download.at),
                name: nameOf(download.by, names) ?? texts.detail.erased,
              })
            : texts.detail.never}
        </Fact>
      )}
    </Facts>
  );
}
