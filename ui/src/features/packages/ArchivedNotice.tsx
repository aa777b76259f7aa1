import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { RestoredFiles } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { refusalText } from '@/shell/answers';
import { pathnameOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/archive';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { type Archived, queryFor } from './archived';
import { nameOf } from './Path';
import css from './packages.module.css';
import { addressOf } from './place';

/** That a version of this package was archived just now, where it is found, and the way back. */
export function ArchivedNotice({ of }: { of: Archived }) {
  const { api } = useEngine();
  const router = useRouter();
  const queries = useQueryClient();
  const { id, version, files } = of;
  const { repository } = files;
  const name = nameOf(id);
  const undo = useMutation({
    mutationFn: () => repositoryCalls.postTreeRestore(api, { repository, name: files.name }),
    onSuccess: async ({ taken }: RestoredFiles) => {
      const restored = { name: `${name} ${version}` };
      notify(
        taken === 0
          ? { severity: 'info', text: texts.restored(restored) }
          : {
              severity: 'error',
              text: `${texts.restoredPartly(restored)} ${texts.taken({ count: taken })}`,
            },
      );
      const keys = ['packages', 'archive', 'tree'];
      await Promise.all(keys.map(key => refresh(queries, [key])));
      await router.navigate({ to: addressOf(id, version) });
    },
    onError: error => notify({ severity: 'error', text: refusalText(error, texts.restoreFailed) }),
  });
  return (
    <div className={css.bar}>
      <Notice kind="info">
        {texts.archived({ version, name, repository })}{' '}
        <Link to={pathnameOf('archiveSearch')} search={{ query: queryFor(of) }}>
          {texts.find}
        </Link>{' '}
        <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          {texts.undo}
        </Button>
      </Notice>
    </div>
  );
}
