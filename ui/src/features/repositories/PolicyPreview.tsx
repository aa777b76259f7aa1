import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { CleanupCandidate, CleanupCandidates, DescribedCleanupPolicy } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { texts } from '@/texts/cleanup';
import { noticeText } from '@/texts/noticeText';
import { sizeText } from '@/texts/size';
import { day } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './repositories.module.css';

/** How many rows are loaded at a time. */
const ROWS = 50;

/** What a policy would remove now, and how much it is. */
export function PolicyPreview({ policy }: { policy: DescribedCleanupPolicy }) {
  const { api } = useEngine();
  const submit = useSubmit();
  const [shown, setShown] = useState<CleanupCandidates | null>(null);
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, texts.previewFailed);
  const load = (from: number | null) =>
    void submit.run(async () => {
      const page = await repositoryCalls.getCleanupPoliciesKeyCandidates(api, policy.key, {
        limit: ROWS,
        ...(from !== null && { from }),
      });
      const before = from === null ? [] : (shown?.candidates ?? []);
      setShown({ ...page, candidates: [...before, ...page.candidates] });
    });
  return (
    <section className={css.section} aria-label={texts.preview}>
      <p className={css.text}>{texts.previewText}</p>
      {words && <Notice kind="bad">{words}</Notice>}
      <div className={css.actions}>
        <Button size="sm" variant="default" loading={submit.busy} onClick={() => load(null)}>
          {texts.preview}
        </Button>
        <strong role="status">{shown && totalsText(shown)}</strong>
      </div>
      {shown && !shown.complete && <Notice kind="info">{texts.incomplete}</Notice>}
      {shown && shown.candidates.length > 0 && (
        <ul className={css.candidates}>
          {shown.candidates.map(one => (
            <Row key={`${one.repo}/${one.path}`} one={one} />
          ))}
        </ul>
      )}
      {shown?.next != null && (
        <Button size="sm" variant="default" loading={submit.busy} onClick={() => load(shown.next)}>
          {texts.more}
        </Button>
      )}
    </section>
  );
}

function totalsText({ totals }: CleanupCandidates): string {
  if (totals.files === 0) return texts.previewNothing;
  return texts.previewed({ count: totals.files, size: sizeText(totals.bytes) });
}

function Row({ one }: { one: CleanupCandidate }) {
  const { package: name, version, lastDownloaded } = one;
  const last = lastDownloaded === null ? texts.never : day(lastDownloaded);
  const facts = [
    `${texts.stored}: ${day(one.storedAt)}`,
    `${texts.lastDownload}: ${last}`,
    `${texts.why}: ${one.why.map(reason => texts.reasons[reason]).join(', ')}`,
  ];
  return (
    <li className={css.item}>
      <code dir="ltr" className={css.candidate}>
        {one.repo}/{name === null ? one.path : `${name} ${version ?? ''}`}
      </code>
      <span>{sizeText(one.bytes)}</span>
      <small className={css.reasons}>{facts.join(' · ')}</small>
    </li>
  );
}
