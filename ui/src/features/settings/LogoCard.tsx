import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, isRefusal } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import type { LogoDetails } from '@/generated/api';
import * as calls from '@/generated/calls';
import { addressOf } from '@/lib/basePath';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/settings';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { problemOf } from './logo';
import css from './settings.module.css';

const QUERY_KEY = ['logo'];
/** What is larger is refused anyway, and would only fill the page's memory. */
const PREVIEW_BYTES_MAX = 4 * 1_024 * 1_024;
const codeOf = (error: Error) => (error instanceof ApiError ? error.code : 'other');

/** The uploaded logo: shows, replaces or removes it. The server decides which files are accepted. */
export function LogoCard() {
  const engine = useEngine();
  const { api } = engine;
  const client = useQueryClient();
  const heading = useId();
  const [chosen, setChosen] = useState<File | null>(null);
  const [over, setOver] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const logo = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async () => (await calls.getSystemLogo(api)).logo,
    staleTime: 0,
  });
  const changed = (fresh: LogoDetails | null, text: string) => {
    // one that was asked for before may be answered after this, with the earlier logo
    void client.cancelQueries({ queryKey: QUERY_KEY });
    client.setQueryData(QUERY_KEY, fresh);
    // the frame shows it above the menu
    void refresh(client, ['menu']);
    void engine.renewFooter();
    setChosen(null);
    notify({ text, severity: 'info' });
  };
  const upload = useMutation({
    mutationFn: (picture: File) => calls.putSystemLogo(api, picture),
    onSuccess: ({ logo: fresh }) => changed(fresh, texts.logo.uploaded),
  });
  const remove = useMutation({
    mutationFn: () => calls.deleteSystemLogo(api),
    onSuccess: () => changed(null, texts.logo.removed),
    onError: error => {
      notify({ text: problemOf(codeOf(error)), severity: 'error' });
      void refresh(client, QUERY_KEY);
    },
  });
  const choose = (picture: File | undefined) => {
    if (!picture) return;
    upload.reset();
    setChosen(picture);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <section
      className={cards.card}
      aria-labelledby={heading}
      data-over={over || undefined}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 id={heading}>{texts.logo.title}</h2>
      <p className={cards.text}>{texts.logo.lead}</p>
      {logo.isPending && (
        // as high as the text that mostly follows, at any width
        <p className={css.empty} role="status">
          <span className="wb-hidden">{texts.logo.loading}</span>
          <span className={css.space} aria-hidden="true">
            {texts.logo.none}
          </span>
        </p>
      )}
      {logo.isError && (
        <Notice kind="bad">
          {isRefusal(logo.error, 'not_authorized') ? texts.error.not_authorized : texts.logo.failed}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void logo.refetch()}>
            {texts.logo.retry}
          </Button>
        </Notice>
      )}
      {chosen ? (
        <Preview picture={chosen} />
      ) : logo.data ? (
        <Shown logo={logo.data} />
      ) : (
        logo.isSuccess && <p className={css.empty}>{texts.logo.none}</p>
      )}
      {upload.isError && <Notice kind="bad">{problemOf(codeOf(upload.error))}</Notice>}
      <div className={css.ways}>
        {chosen ? (
          <>
            <Button loading={upload.isPending} onClick={() => upload.mutate(chosen)}>
              {texts.logo.upload}
            </Button>
            <Button
              variant="default"
              onClick={() => {
                upload.reset();
                setChosen(null);
              }}
            >
              {texts.logo.cancel}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => file.current?.click()}>
            {texts.logo.choose}
          </Button>
        )}
        <input
          ref={file}
          className="wb-hidden"
          type="file"
          accept="image/png,image/jpeg,image/webp"
          tabIndex={-1}
          aria-label={texts.logo.choose}
          onChange={event => {
            choose(event.currentTarget.files?.[0]);
            // the same file may be chosen again after it was corrected
            event.currentTarget.value = '';
          }}
        />
        {!chosen && logo.data && (
          <ConfirmButton words={texts.logo.remove} busy={remove.isPending} confirm={() => remove.mutate()} />
        )}
      </div>
      {over && <p className={cards.drop}>{texts.logo.drop}</p>}
    </section>
  );
}

/** The picture before it is sent, read by the browser alone. */
function Preview({ picture }: { picture: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    setUrl(null);
    if (picture.size > PREVIEW_BYTES_MAX) return;
    // the page's policy lets pictures come from the server or from their own address, and from no other
    const reader = new FileReader();
    reader.onload = () => setUrl(typeof reader.result === 'string' ? reader.result : null);
    reader.readAsDataURL(picture);
    return () => reader.abort();
  }, [picture]);
  return (
    <figure className={css.logo}>
      {url && <img src={url} alt={texts.logo.preview} />}
      <figcaption>
        <bdi>{picture.name}</bdi>
      </figcaption>
    </figure>
  );
}

function Shown({ logo }: { logo: LogoDetails }) {
  const { width, height, format } = logo;
  const kib = Math.max(1, Math.round(logo.bytes / 1_024));
  return (
    <figure className={css.logo}>
      <img src={addressOf(logo.address)} width={width} height={height} alt={texts.logo.alt} />
      <figcaption>
        {texts.logo.size({ width, height, kib, format: format.toUpperCase() })}
        <br />
        {texts.logo.by({ moment: dayTime(logo.at), name: logo.by ?? texts.logo.erasedUser })}
      </figcaption>
    </figure>
  );
}
