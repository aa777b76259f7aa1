import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { ReleaseBundleRow } from '@/generated/api';
import * as distributionCalls from '@/generated/distributionCalls';
import { useIsThere } from '@/lib/useIsThere';
import { refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/releaseBundles';
import { Button } from '@/ui/Button';
import { ConfirmButton, useFocusAfter } from '@/ui/ConfirmButton';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { PromotionForm } from './lazyDialogs';
import type { workOf } from './outcomes';
import css from './release-bundles.module.css';

interface ActionsProps {
  bundle: ReleaseBundleRow;
  /** What is done with the bundle: until it has ended, neither a promotion nor a deletion can begin. */
  work: ReturnType<typeof workOf>;
  deleted: () => void;
}

/** What administrators do with a bundle. */
export function Actions({ bundle, work, deleted }: ActionsProps) {
  const [promotes, setPromotes] = useState(false);
  const [asks, setAsks] = useState(false);
  const opener = useFocusAfter(promotes);
  const hint = useId();
  const isHeld = work !== null;
  if (promotes) return <PromotionForm bundle={bundle} close={() => setPromotes(false)} />;
  return (
    <div className={css.actions}>
      {isHeld && (
        <p id={hint} className={css.text}>
          {work === 'promotion' ? texts.promote.underWay : texts.promote.distributing}
        </p>
      )}
      <div className={css.acts}>
        {bundle.promotable && !asks && (
          <Button
            ref={opener}
            size="sm"
            disabled={isHeld}
            aria-describedby={isHeld ? hint : undefined}
            onClick={() => setPromotes(true)}
          >
            {texts.promote.promote}
          </Button>
        )}
        {!isHeld && <Deletion bundle={bundle} held={[asks, setAsks]} deleted={deleted} />}
      </div>
    </div>
  );
}

interface DeletionProps {
  bundle: ReleaseBundleRow;
  held: readonly [asking: boolean, setAsking: (asking: boolean) => void];
  deleted: () => void;
}

function Deletion({ bundle: { name, version }, held, deleted }: DeletionProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const deletion = useSubmit();
  const isThere = useIsThere();
  const remove = () =>
    void deletion.run(async () => {
      await distributionCalls.deleteReleaseBundlesNameVersion(api, name, version);
      notify({ text: texts.remove.deleted({ name, version }), severity: 'info' });
      void refresh(client, ['release-bundles']);
      // the panel may have been closed meanwhile
      if (isThere()) deleted();
    });
  return (
    <div className={css.deletion}>
      {deletion.error && <Notice kind="bad">{refusalText(deletion.error, shellTexts.failed)}</Notice>}
      <ConfirmButton
        words={{
          button: texts.remove.delete,
          title: texts.remove.question({ name, version }),
          yes: texts.remove.delete,
          no: texts.remove.keep,
        }}
        held={held}
        busy={deletion.busy}
        confirm={remove}
      >
        {texts.remove.text}
      </ConfirmButton>
    </div>
  );
}
