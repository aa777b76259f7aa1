import { failureText } from '@/shell/answers';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/artifacts';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import css from './artifacts.module.css';
import { NoRepositories } from './NoRepositories';
import { useRepositories } from './queries';
import { TreeAndDetails } from './TreeAndDetails';
import { useSelected } from './useSelected';

/** The repositories that the user may read, and the files in them, as a tree. */
export function ArtifactsPage() {
  const { data, error, refetch } = useRepositories();
  const selected = useSelected();
  return (
    <div className={css.page}>
      <PageTitle className={css.title} focus={selected === null}>
        {titleOf('repos.tree')}
      </PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      {error && !data && (
        <Notice kind="bad">
          {failureText(error, texts.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      {data?.repositories.length === 0 && <NoRepositories mayCreate={data.may_create} />}
      {data && data.repositories.length > 0 && (
        <TreeAndDetails repositories={data.repositories} selected={selected} />
      )}
    </div>
  );
}
