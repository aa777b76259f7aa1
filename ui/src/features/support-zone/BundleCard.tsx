import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { texts } from '@/texts/support';
import { dayTime } from '@/texts/time';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { addressOf, type Bundle, readContents, shortServiceName, size } from './bundles';
import { ContentsTree } from './ContentsTree';
import { statusText } from './columns';
import css from './support-zone.module.css';

interface BundleCardProps {
  bundle: Bundle;
  close: () => void;
  removing: boolean;
  remove: () => void;
  fetched: () => void;
}

/** One bundle: what is in it, before it is fetched, and the ways to fetch and to delete it. */
export function BundleCard({ bundle, close, removing, remove, fetched }: BundleCardProps) {
  const { api } = useEngine();
  const asked = useState(false);
  const [asking] = asked;
  const heading = useId();
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => top.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  const ready = bundle.status === 'success';
  const contents = useQuery({
    queryKey: ['support-bundle', bundle.id],
    queryFn: () => api.get(`ui/userSupport/previewBundle/${bundle.id}`, readContents),
    enabled: ready,
  });
  return (
    <section className={css.card} aria-labelledby={heading} onKeyDown={onKeyDown}>
      <div className={css.head}>
        <h2 id={heading} ref={top} tabIndex={-1}>
          <bdi>{bundle.name}</bdi> · {shortServiceName(bundle.service)}
        </h2>
        <Button variant="default" size="compact-sm" onClick={close}>
          {texts.detail.close}
        </Button>
      </div>
      {bundle.description && <p className={css.text}>{bundle.description}</p>}
      {bundle.failure && (
        <Notice kind="bad">
          <strong>{faultText(bundle.failure.fault)}</strong> <span dir="ltr">{bundle.failure.message}</span>
        </Notice>
      )}
      <Known bundle={bundle} />
      {ready && contents.isPending && <Wait>{texts.detail.loading}</Wait>}
      {contents.isError && <Notice kind="bad">{texts.detail.unreadable}</Notice>}
      {contents.data && <ContentsTree contents={contents.data} />}
      <div className={asking ? undefined : css.ways}>
        {ready && !asking && (
          <Button
            component="a"
            size="sm"
            href={addressOf(bundle)}
            download={`${bundle.id}.zip`}
            // meanwhile the server records the download
            onClick={() => setTimeout(fetched, 1_500)}
          >
            {texts.detail.download}
          </Button>
        )}
        {bundle.status !== 'in progress' && (
          <ConfirmButton words={texts.remove} held={asked} busy={removing} confirm={remove}>
            {ready ? texts.remove.text : texts.remove.failed}
          </ConfirmButton>
        )}
      </div>
    </section>
  );
}

function faultText(fault: string): string {
  const faults: Readonly<Record<string, string>> = texts.fault;
  return Object.hasOwn(texts.fault, fault)
    ? (faults[fault] ?? texts.fault.unavailable)
    : texts.fault.unavailable;
}

/** What is known of a bundle beside what is in it. */
function Known({ bundle }: { bundle: Bundle }) {
  return (
    <Facts className={css.facts}>
      <Fact name={texts.column.status}>{statusText(bundle)}</Fact>
      <Fact name={texts.column.created}>
        {dayTime(bundle.created)} {bundle.by && texts.detail.by({ name: bundle.by })}
      </Fact>
      {bundle.expires && <Fact name={texts.column.expires}>{dayTime(bundle.expires)}</Fact>}
      {bundle.size !== null && <Fact name={texts.column.size}>{size(bundle.size)}</Fact>}
      {bundle.digest && (
        <Fact name="SHA-256">
          <code className="wb-mono">{bundle.digest}</code>
        </Fact>
      )}
      {bundle.status === 'success' && (
        <Fact name={texts.detail.fetched}>
          {bundle.fetched
            ? texts.detail.fetchedBy({
                count: bundle.fetched.times,
                moment: dayTime(bundle.fetched.at),
                name: bundle.fetched.by ?? texts.detail.erased,
              })
            : texts.detail.never}
        </Fact>
      )}
    </Facts>
  );
}
