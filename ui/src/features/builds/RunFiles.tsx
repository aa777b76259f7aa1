import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { BuildFileKind, BuildModule } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/builds';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { Segments } from '@/ui/Segments';
import { SelectField } from '@/ui/ToolField';
import css from './builds.module.css';
import { queryOf } from './place';
import type { Run } from './RunDetails';

const PORTION = 100;
const KINDS = ['artifacts', 'dependencies'] as const;

/** What came out of a module, and what went into it, with where it is stored. */
export function RunFiles({ place, modules }: { place: Run; modules: readonly BuildModule[] }) {
  const { api } = useEngine();
  const [module, chooseModule] = useState(0);
  const [kind, choose] = useState<BuildFileKind>('artifacts');
  const files = useInfiniteQuery({
    queryKey: ['builds', 'files', place.project, place.name, place.number, module, kind],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset }) =>
      repositoryCalls.getBuildsFiles(api, {
        ...queryOf(place),
        number: place.number,
        module,
        kind,
        offset,
        limit: PORTION,
      }),
    getNextPageParam: ({ total }, pages) => {
      const had = pages.reduce((sum, part) => sum + part.files.length, 0);
      return had < total ? had : null;
    },
    enabled: modules.length > 0,
    retry: false,
  });
  if (modules.length === 0) return <p className={css.hint}>{texts.noModules}</p>;
  const shown = files.data?.pages.flatMap(part => part.files) ?? [];
  return (
    <>
      <div className={css.bar}>
        <SelectField
          label={texts.module}
          value={module}
          onChange={event => chooseModule(Number(event.currentTarget.value))}
        >
          {modules.map(({ id }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two modules may have the same id, and their order is fixed
            <option key={at} value={at}>
              {id}
            </option>
          ))}
        </SelectField>
        <Segments
          label={texts.view.files}
          value={kind}
          options={KINDS.map(value => ({ value, label: texts.column[value] }))}
          choose={choose}
        />
      </div>
      {files.isError && <Notice kind="bad">{failureText(files.error, texts.failed)}</Notice>}
      {files.data && shown.length === 0 && <p className={css.hint}>{texts.noFiles[kind]}</p>}
      <ul className={css.files} aria-label={texts.column[kind]}>
        {shown.map((file, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files may be named twice, and their order is fixed
          <li key={at}>
            <span className={css.name}>
              <bdi>{file.name}</bdi>
              {file.scopes.length > 0 && <span className={css.hint}>{file.scopes.join(', ')}</span>}
            </span>
            {file.place ? (
              <Link
                to={pathnameOf('repos.tree', { path: `${file.place.repository}/${file.place.path}` })}
                dir="ltr"
              >
                {file.place.repository}/{file.place.path}
              </Link>
            ) : (
              <span className={css.hint}>{texts.notStored}</span>
            )}
            <code className={`wb-mono ${css.checksum}`}>{file.sha256 || file.sha1}</code>
          </li>
        ))}
      </ul>
      {files.hasNextPage && (
        <Button
          size="sm"
          variant="default"
          loading={files.isFetchingNextPage}
          onClick={() => void files.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </>
  );
}
