import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedGitIntegration } from '@/generated/api';
import * as gitCalls from '@/generated/gitCalls';
import { useDraft } from '@/lib/drafts';
import { refusalText } from '@/shell/answers';
import { Sheet } from '@/shell/Sheet';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Wait } from '@/ui/Wait';
import css from './git.module.css';
import { GIT_KEY } from './queries';
import { RepositoryList } from './RepositoryList';
import { ScannedRepository } from './Scan';

/** How many repositories of an integration can be chosen. */
const CHOSEN_MAX = 200;

interface RepositoriesSheetProps {
  /** Undefined while the integrations are loaded, null if there is no such one. */
  integration: DescribedGitIntegration | null | undefined;
  /** Why they could not be loaded. */
  failure: string | null;
  close: () => void;
}

/** The repositories of an integration: choosing them, and scanning those that are chosen. */
export function RepositoriesSheet({ integration, failure, close }: RepositoriesSheetProps) {
  const title = integration ? texts.repositories.title({ name: integration.name }) : texts.column.manage;
  return (
    <Sheet opened close={close} title={title} closeLabel={texts.close} from="right">
      {failure !== null && <Notice kind="bad">{failure}</Notice>}
      {failure === null && integration === undefined && <Wait>{texts.list.loading}</Wait>}
      {integration === null && (
        <Notice kind="bad">
          {texts.repositories.absent}{' '}
          <Button size="compact-sm" variant="default" onClick={close}>
            {texts.repositories.all}
          </Button>
        </Notice>
      )}
      {integration && !integration.products.includes('scanning') && (
        <Notice kind="info">{texts.repositories.notScanned}</Notice>
      )}
      {integration?.products.includes('scanning') && <Repositories integration={integration} />}
    </Sheet>
  );
}

function Repositories({ integration }: { integration: DescribedGitIntegration }) {
  const { key, repositories } = integration;
  return (
    <>
      <section className={css.section} aria-labelledby="chosen-repositories">
        <h3 id="chosen-repositories">{texts.repositories.chosen}</h3>
        {repositories.length === 0 && <p className={css.hint}>{texts.repositories.noneChosen}</p>}
        <ul className={css.repositories} aria-labelledby="chosen-repositories">
          {repositories.map(name => (
            <ScannedRepository key={name} integration={key} name={name} />
          ))}
        </ul>
      </section>
      <Choosing integration={integration} />
    </>
  );
}

const isSame = (one: ReadonlySet<string>, other: readonly string[]) =>
  one.size === other.length && other.every(name => one.has(name));

function Choosing({ integration: { key, name, repositories } }: { integration: DescribedGitIntegration }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const saving = useSubmit();
  const [selected, select] = useState<ReadonlySet<string>>(() => new Set(repositories));
  const isDirty = !isSame(selected, repositories);
  const isOver = selected.size > CHOSEN_MAX;
  useDraft(isDirty);
  const toggle = (repository: string, isOn: boolean) => {
    saving.clear();
    const next = new Set(selected);
    if (isOn) next.add(repository);
    else next.delete(repository);
    select(next);
  };
  const save = () =>
    void saving.run(async () => {
      await gitCalls.putIntegrationKeyRepositories(api, key, { repositories: [...selected].sort() });
      notify({ text: texts.repositories.saved({ name }), severity: 'info' });
      await client.invalidateQueries({ queryKey: GIT_KEY });
    });
  return (
    <section className={css.section} aria-labelledby="available-repositories">
      <h3 id="available-repositories">{texts.repositories.available}</h3>
      <RepositoryList integration={key} selected={selected} toggle={toggle} />
      {saving.error && <Notice kind="bad">{refusalText(saving.error, shellTexts.failed)}</Notice>}
      {isOver && <Notice kind="bad">{texts.repositories.tooMany({ max: CHOSEN_MAX })}</Notice>}
      <div className={css.acts}>
        <Button loading={saving.busy} disabled={!isDirty || isOver} onClick={save}>
          {texts.repositories.save}
        </Button>
        <span className={css.hint} role="status">
          {texts.repositories.selected({ count: selected.size })}
        </span>
      </div>
    </section>
  );
}
