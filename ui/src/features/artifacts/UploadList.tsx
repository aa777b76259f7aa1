import { useAtom } from '@xstate/store-react';
import { texts } from '@/texts/artifacts';
import { noticeText } from '@/texts/noticeText';
import { sizeText } from '@/texts/size';
import { Button } from '@/ui/Button';
import { Confirmation } from '@/ui/ConfirmButton';
import css from './artifacts.module.css';
import { idOf, nameOf } from './place';
import type { Upload, Uploads } from './uploads';

/** The files that are uploaded, with what can be done about each. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const items = useAtom(uploads.items);
  if (items.length === 0) return null;
  const isOver = ({ state }: Upload) => state !== 'waiting' && state !== 'sending';
  const done = items.filter(({ state }) => state === 'done').length;
  return (
    <section className={css.uploads} aria-label={texts.upload.title}>
      <div className={css.uploadsHead}>
        <h2>{texts.upload.title}</h2>
        <span className={css.meta} role="status">
          {texts.upload.counted({ done, count: items.length })}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!items.some(isOver)}
          onClick={() => uploads.clear()}
        >
          {texts.upload.clear}
        </Button>
      </div>
      <ul>
        {items.map(item => (
          <li key={item.id}>
            <UploadItem item={item} uploads={uploads} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadItem({ item, uploads }: { item: Upload; uploads: Uploads }) {
  const { id, state, place, file } = item;
  const name = nameOf(place);
  return (
    <>
      <div className={css.upload}>
        <span className={css.name} dir="ltr" title={idOf(place)}>
          {name}
        </span>
        <span className={css.meta}>{stateText(item)}</span>
        {(state === 'waiting' || state === 'sending') && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.upload.cancelNamed({ name })}
            onClick={() => uploads.cancel(id)}
          >
            {texts.upload.cancel}
          </Button>
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.upload.againNamed({ name })}
            onClick={() => uploads.again(id, item.replace)}
          >
            {texts.retry}
          </Button>
        )}
      </div>
      {state === 'sending' && (
        <progress
          className={css.progress}
          aria-label={texts.upload.progressOf({ name })}
          max={Math.max(1, file.size)}
          value={item.sent}
        />
      )}
      {state === 'failed' && item.error && (
        <p className={css.failure}>{noticeText(item.error.code, item.error.message, texts.upload.lost)}</p>
      )}
      {state === 'exists' && (
        <Confirmation
          words={{
            title: texts.upload.replaceQuestion({ name }),
            yes: texts.upload.replace,
            no: texts.upload.keep,
          }}
          busy={false}
          confirm={() => uploads.again(id, true)}
          keep={() => uploads.cancel(id)}
        >
          {texts.upload.replaceText}
        </Confirmation>
      )}
    </>
  );
}

function stateText({ state, sent, file }: Upload): string {
  if (state === 'sending') return texts.upload.progress({ sent: sizeText(sent), total: sizeText(file.size) });
  return texts.upload.states[state];
}
