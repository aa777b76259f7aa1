import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import { texts } from '@/texts/licences';
import { Button } from '@/ui/Button';
import cards from '@/ui/cards.module.css';
import { problemOf } from './licence';
import css from './licences.module.css';

/** No key is longer; a file that is would only be sent to be refused. */
const FILE_BYTES_MAX = 64 * 1_024;

interface InstallKeyProps {
  title: string;
  /** The error code of the last key. */
  problem: string | null;
  busy: boolean;
  install: (key: string) => void;
  /** The key has changed, so the last message no longer applies. */
  touched: () => void;
}

/** Accepts a key: pasted, chosen as a file, or dropped. The server checks it. */
export function InstallKey({ title, problem, busy, install, touched }: InstallKeyProps) {
  const [key, setKey] = useState('');
  const [over, setOver] = useState(false);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  // meanwhile there is no key to install
  const [reading, setReading] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const heading = useId();
  const change = (text: string) => {
    setKey(text);
    setUnreadable(null);
    touched();
  };
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    change('');
    if (chosen.size > FILE_BYTES_MAX) return setUnreadable('licence_too_long');
    setReading(true);
    try {
      // strict, so that a picture does not become a text full of question marks
      change(new TextDecoder('utf-8', { fatal: true }).decode(await chosen.arrayBuffer()));
    } catch {
      setUnreadable('licence_not_text');
    } finally {
      setReading(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) void take(dropped);
    else change(event.dataTransfer.getData('text'));
  };
  const wrong = unreadable ?? problem;
  return (
    <form
      className={cards.card}
      aria-labelledby={heading}
      data-over={over || undefined}
      onSubmit={event => {
        event.preventDefault();
        install(key);
      }}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 id={heading}>{title}</h2>
      <Textarea
        label={texts.install.label}
        description={texts.install.hint}
        value={key}
        onChange={event => change(event.currentTarget.value)}
        error={wrong && problemOf(wrong)}
        errorProps={{ role: 'alert' }}
        rows={7}
        spellCheck={false}
        autoComplete="off"
        dir="ltr"
        classNames={{ input: 'wb-mono', description: css.hint ?? '' }}
      />
      <div className={css.ways}>
        <Button type="submit" loading={busy || reading}>
          {texts.install.submit}
        </Button>
        <Button variant="default" onClick={() => file.current?.click()}>
          {texts.install.choose}
        </Button>
        <input
          ref={file}
          className="wb-hidden"
          type="file"
          tabIndex={-1}
          aria-label={texts.install.choose}
          onChange={event => {
            void take(event.currentTarget.files?.[0]);
            // the same file may be chosen again after it was corrected
            event.currentTarget.value = '';
          }}
        />
      </div>
      {over && <p className={cards.drop}>{texts.install.drop}</p>}
    </form>
  );
}
