import type { SupportBundleFile, SupportBundleManifest } from '@/generated/api';
import { sizeText } from '@/texts/size';
import { texts } from '@/texts/support';
import css from './support-zone.module.css';

interface Folder {
  name: string;
  files: SupportBundleFile[];
  bytes: number;
}

/** The files by folder; those of the first level come first. */
function folders(files: readonly SupportBundleFile[]): readonly Folder[] {
  const found = new Map<string, Folder>();
  for (const file of files) {
    const name = file.path.split('/').slice(0, -1).join('/');
    const folder = found.get(name) ?? { name, files: [], bytes: 0 };
    folder.files.push(file);
    folder.bytes += file.bytes;
    found.set(name, folder);
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/** What is in a bundle: files with sizes and checksums, what is redacted, and what is not in it at all. */
export function ContentsTree({ contents }: { contents: SupportBundleManifest }) {
  const { files, redacted, left_out: leftOut, total_bytes: bytes } = contents;
  return (
    <div className={css.contents}>
      <h3>{texts.contents.title({ count: files.length, size: sizeText(bytes) })}</h3>
      {folders(files).map(folder => (
        <details key={folder.name}>
          <summary>
            <span dir="ltr">{folder.name === '' ? '/' : `${folder.name}/`}</span>
            <span className={css.meta}>
              {texts.contents.files({ count: folder.files.length })} · {sizeText(folder.bytes)}
            </span>
          </summary>
          <ul className={css.files}>
            {folder.files.map(file => (
              <li key={file.path}>
                <span dir="ltr">{file.path.slice(folder.name === '' ? 0 : folder.name.length + 1)}</span>
                <span className={css.meta}>
                  {sizeText(file.bytes)}
                  {file.shortened_from !== null &&
                    ` · ${texts.contents.shortened({ size: sizeText(file.shortened_from) })}`}
                </span>
                {file.sha256 && (
                  <code className="wb-mono" dir="ltr">
                    {file.sha256}
                  </code>
                )}
              </li>
            ))}
          </ul>
        </details>
      ))}
      <details>
        <summary>
          {texts.contents.redacted}
          <span className={css.meta}>{texts.contents.values({ count: redacted.length })}</span>
        </summary>
        <ul className={css.files}>
          {redacted.map(one => (
            <li key={`${one.file} ${one.field}`} dir="ltr">
              {one.file}: <code className="wb-mono">{one.field}</code>
            </li>
          ))}
        </ul>
      </details>
      <details>
        <summary>
          {texts.contents.leftOut}
          <span className={css.meta}>{leftOut.length}</span>
        </summary>
        <ul className={css.files} dir="ltr">
          {leftOut.map(one => (
            <li key={one.what}>
              <strong>{one.what}</strong> {one.why}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
