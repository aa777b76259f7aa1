import { useRef } from 'react';
import type { DescribedGitIntegration } from '@/generated/api';
import { gitLimits } from '@/generated/git';
import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import css from './git.module.css';
import { Hooks } from './Hooks';
import { RepositoryList } from './RepositoryList';
import { ScannedRepository } from './Scan';
import { type Chosen, useChosen } from './useChosen';

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
  const chosen = useChosen(integration);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = async (name: string) => {
    // the row of its button is gone then
    if (await chosen.remove(name)) heading.current?.focus();
  };
  return (
    <>
      <section className={css.section} aria-labelledby="chosen-repositories">
        <h3 id="chosen-repositories" ref={heading} tabIndex={-1}>
          {texts.repositories.chosen}
        </h3>
        {chosen.notRemoved !== null && <Notice kind="bad">{chosen.notRemoved}</Notice>}
        {repositories.length === 0 && <p className={css.hint}>{texts.repositories.noneChosen}</p>}
        <ul className={css.repositories} aria-labelledby="chosen-repositories">
          {repositories.map(name => (
            <ScannedRepository
              key={name}
              integration={key}
              name={name}
              isHeld={chosen.busy}
              remove={() => void remove(name)}
            />
          ))}
        </ul>
      </section>
      <Hooks integration={integration} />
      <Choosing integration={key} chosen={chosen} />
    </>
  );
}

function Choosing({ integration, chosen }: { integration: string; chosen: Chosen }) {
  const { selected, isDirty, busy, notSaved, toggle, save } = chosen;
  const isOver = selected.size > gitLimits.chosenRepositories;
  return (
    <section className={css.section} aria-labelledby="available-repositories">
      <h3 id="available-repositories">{texts.repositories.available}</h3>
      <RepositoryList integration={integration} selected={selected} toggle={toggle} />
      {notSaved !== null && <Notice kind="bad">{notSaved}</Notice>}
      {isOver && (
        <Notice kind="bad">{texts.repositories.tooMany({ max: gitLimits.chosenRepositories })}</Notice>
      )}
      <div className={css.acts}>
        <Button loading={busy} disabled={!isDirty || isOver} onClick={() => void save()}>
          {texts.repositories.save}
        </Button>
        <span className={css.hint} role="status">
          {texts.repositories.selected({ count: selected.size })}
        </span>
      </div>
    </section>
  );
}
