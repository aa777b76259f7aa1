import { Link } from '@tanstack/react-router';
import type { VersionFileNode } from '@/generated/api';
import { pathnameOf } from '@/shell/paths';
import { texts as details } from '@/texts/packageDetails';
import { texts } from '@/texts/packages';
import { sizeText } from '@/texts/size';
import { CopyButton } from '@/ui/CopyButton';
import css from './packages.module.css';

/** The files of a version with their checksums. Each name leads to the file in its repository. */
export function Files({ repository, files }: { repository: string; files: VersionFileNode[] }) {
  return (
    <ul className={css.files}>
      {files.map(file => (
        <li key={file.path}>
          <div className={css.fileHead}>
            <Link to={pathnameOf('repos.tree', { path: `${repository}/${file.path}` })}>
              <bdi>{file.name}</bdi>
            </Link>
            {file.lead && files.length > 1 && <span className={css.mark}>{details.leadFile}</span>}
            <span className={css.hint}>
              {sizeText(file.size)}, {file.mimeType}, {texts.downloads({ count: file.downloads })}
            </span>
          </div>
          <dl className={css.digests}>
            {(['sha256', 'sha1', 'md5'] as const).map(kind => (
              <div key={kind}>
                <dt>{kind.replace('sha', 'SHA-').replace('md', 'MD')}</dt>
                <dd>
                  <code dir="ltr">{file[kind]}</code>
                  <CopyButton value={file[kind]}>{details.copy}</CopyButton>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
