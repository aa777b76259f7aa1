import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { addresses } from '@/generated/api';
import { addressOf } from '@/lib/basePath';
import { failureText } from '@/shell/answers';
import { texts } from '@/texts/builds';
import { CopyButton } from '@/ui/CopyButton';
import { Json } from '@/ui/Json';
import { Notice } from '@/ui/Notice';
import css from './builds.module.css';
import { queryOf } from './place';
import type { Run } from './RunDetails';

/** A longer build-info is downloaded only: showing it would stop the page. */
const SHOWN_BYTES = 256 * 1_024;

/** The build-info of a run as it was published. */
export function RunDocument({ place, bytes }: { place: Run; bytes: number }) {
  const { api } = useEngine();
  const isShown = bytes <= SHOWN_BYTES;
  const run = { ...queryOf(place), number: place.number };
  const query = new URLSearchParams(run);
  const document = useQuery({
    queryKey: ['builds', 'document', place.project, place.name, place.number],
    queryFn: () => api.call<unknown>('GET', `builds/document?${query}`),
    enabled: isShown,
    retry: false,
  });
  return (
    <>
      <div className={css.bar}>
        <a href={addresses.getBuildsDocument(addressOf, run)} download>
          {texts.download}
        </a>
        {document.data !== undefined && (
          <CopyButton value={JSON.stringify(document.data, null, 2)}>{texts.copy}</CopyButton>
        )}
      </div>
      {!isShown && <p className={css.hint}>{texts.tooLong}</p>}
      {document.isError && <Notice kind="bad">{failureText(document.error, texts.failed)}</Notice>}
      {document.data !== undefined && <Json value={document.data} label={texts.view.json} />}
    </>
  );
}
