import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ArchivedVersionRow } from '@/generated/api';
import { packageAddress } from '@/shell/packages';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/archive';
import { Notice } from '@/ui/Notice';
import { nameOfRow } from './archiveColumns';
import type { RestoredVersion } from './useArchiveActs';

/** The page of a version, which an image has by its tag; of a file that belonged to none the repository. */
function addressOf({ id, package_type: type, version, tags, repository }: ArchivedVersionRow): string {
  if (version === '') return pathnameOf('repos.tree', { path: repository });
  return packageAddress(id, type === 'docker' ? (tags[0] ?? version) : version);
}

/** That a version was restored, with the way to it. It gets the focus, for the button that restored it is gone. */
export function Restored({ of: { row, taken } }: { of: RestoredVersion }) {
  const way = useRef<HTMLAnchorElement>(null);
  useEffect(() => way.current?.focus(), []);
  const name = { name: nameOfRow(row) };
  return (
    <Notice kind={taken === 0 ? 'info' : 'bad'}>
      {taken === 0 ? texts.restored(name) : `${texts.restoredPartly(name)} ${texts.taken({ count: taken })}`}{' '}
      <Link ref={way} to={addressOf(row)}>
        {texts.show(name)}
      </Link>
    </Notice>
  );
}
