import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { texts } from '@/texts/artifacts';
import { Button } from '@/ui/Button';
import { notify } from '@/ui/notify';
import css from './artifacts.module.css';
import { childOf, type Place } from './place';
import { UPLOADS_MAX, type Uploads } from './uploads';

interface UploadSectionProps {
  folder: Place;
  uploads: Uploads;
}

/** Chooses files for a folder, which need not exist yet. */
export function UploadSection({ folder, uploads }: UploadSectionProps) {
  const input = useRef<HTMLInputElement>(null);
  const [path, setPath] = useState(folder.path);
  return (
    <section className={css.section} aria-label={texts.upload.action}>
      <h3>{texts.upload.action}</h3>
      <p className={css.hint}>{texts.upload.text}</p>
      <div className={css.chooser}>
        <TextInput
          className={css.chooserPath}
          label={texts.upload.folder}
          value={path}
          dir="ltr"
          onChange={event => setPath(event.currentTarget.value)}
        />
        <Button onClick={() => input.current?.click()}>{texts.upload.choose}</Button>
      </div>
      <input
        ref={input}
        className="wb-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        onChange={event => {
          const { files } = event.currentTarget;
          const at = { ...folder, path: withoutOuterSlashes(path) };
          if (files) addFiles(uploads, at, [...files]);
          // the same file may be chosen again
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}

/** A path that was typed, as the server knows it. */
export const withoutOuterSlashes = (path: string) => path.trim().replace(/^\/+|\/+$/g, '');

/** Adds files to the queue for a folder. */
export function addFiles(uploads: Uploads, folder: Place, files: readonly File[]): void {
  const fits = uploads.add(files.map(file => [childOf(folder, file.name), file] as const));
  if (!fits) notify({ severity: 'error', text: texts.upload.tooMany({ count: UPLOADS_MAX }) });
}
