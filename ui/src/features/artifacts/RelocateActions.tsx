import type { TreeRepository } from '@/generated/api';
import { texts } from '@/texts/artifacts';
import { Button } from '@/ui/Button';
import css from './artifacts.module.css';
import { useRepositories } from './queries';

interface RelocateActionsProps {
  repository: TreeRepository;
  /** Whether what is moved may be removed where it is. */
  mayMove: boolean;
  /** Asks where it is to be copied or moved. */
  relocate: (moves: boolean) => void;
}

/** Copying and moving a file or a folder, or why that is not possible. */
export function RelocateActions({ repository, mayMove, relocate }: RelocateActionsProps) {
  const { data } = useRepositories();
  if (!data) return null;
  const reason = reasonAgainst(repository, targetsOf(repository, data.repositories));
  if (reason !== null) {
    return (
      <>
        <Button size="sm" variant="default" disabled aria-describedby="relocation-reason">
          {texts.relocation.both}
        </Button>
        <span id="relocation-reason" className={css.meta}>
          {reason}
        </span>
      </>
    );
  }
  return (
    <>
      <Button size="sm" variant="default" onClick={() => relocate(false)}>
        {texts.relocation.copy}
      </Button>
      {mayMove && (
        <Button size="sm" variant="default" onClick={() => relocate(true)}>
          {texts.relocation.move}
        </Button>
      )}
    </>
  );
}

/** The repositories that files of one can be copied and moved to. */
export const targetsOf = (from: TreeRepository, all: readonly TreeRepository[]) =>
  all.filter(
    ({ relocates, may_write, package_type }) => relocates && may_write && package_type === from.package_type,
  );

/** Why something can be neither copied nor moved. */
function reasonAgainst(repository: TreeRepository, targets: readonly TreeRepository[]): string | null {
  const words = texts.relocation;
  if (repository.class !== 'local') return words.notLocal;
  if (!repository.relocates) return words.versions;
  return targets.length === 0 ? words.noTarget : null;
}
