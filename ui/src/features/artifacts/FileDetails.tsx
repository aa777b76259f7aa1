import { Link } from '@tanstack/react-router';
import type { TreeDetails, TreeFile } from '@/generated/api';
import { texts } from '@/texts/artifacts';
import { sizeText } from '@/texts/size';
import { fullTime } from '@/texts/time';
import { CopyButton } from '@/ui/CopyButton';
import { Fact, Facts } from '@/ui/Facts';
import css from './artifacts.module.css';
import { addressOf, type Place } from './place';

interface FileDetailsProps {
  place: Place;
  details: TreeDetails;
  file: TreeFile;
}

/** A file: what it is, who stored it, and how to recognise it. */
export function FileDetails({ place, details: { names, held_in }, file }: FileDetailsProps) {
  const moment = (at: string, who: string) =>
    texts.facts.by({ when: fullTime(at), who: whoText(who, names[who]) });
  return (
    <>
      <Facts>
        {held_in && (
          <Fact name={texts.facts.heldIn}>
            <Link className={css.link} to={addressOf({ ...place, repository: held_in })}>
              {held_in}
            </Link>
          </Fact>
        )}
        <Fact name={texts.facts.size}>{sizeText(file.bytes)}</Fact>
        {file.version && (
          <Fact name={texts.facts.version}>
            <bdi>
              {file.version.package} {file.version.version}
            </bdi>
          </Fact>
        )}
        <Fact name={texts.facts.media}>
          <bdi>{file.media_type}</bdi>
        </Fact>
        <Fact name={texts.facts.modified}>{moment(file.modified_at, file.modified_by)}</Fact>
        <Fact name={texts.facts.downloads}>{file.downloads}</Fact>
        {file.downloaded_at && <Fact name={texts.facts.downloaded}>{fullTime(file.downloaded_at)}</Fact>}
        <Fact name={texts.facts.created}>{moment(file.created_at, file.created_by)}</Fact>
      </Facts>
      <section className={css.section}>
        <h3>{texts.checksums}</h3>
        <dl className={css.checksums}>
          <Checksum name="SHA-256" value={file.sha256} />
          <Checksum name="SHA-1" value={file.sha1} />
          <Checksum name="MD5" value={file.md5} />
        </dl>
      </section>
    </>
  );
}

function Checksum({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code className="wb-mono" dir="ltr">
          {value}
        </code>
        <CopyButton value={value}>{texts.copy({ what: name })}</CopyButton>
      </dd>
    </div>
  );
}

/** Who did something, by the id in a record and the name that belongs to it. */
export function whoText(id: string, name: string | null | undefined): string {
  if (name) return name;
  if (id === 'anonymous') return texts.everyone;
  return id === 'system' ? texts.system : texts.erased;
}
