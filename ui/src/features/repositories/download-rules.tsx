import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import type { CurrentDownloadRules } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { useShow } from '@/shell/address';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { titleOf } from '@/shell/paths';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/downloadRules';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import page from '@/ui/tablePage.module.css';
import { RulesList } from './RulesList';
import css from './rules.module.css';
import { Sections } from './Sections';
import { useRules } from './useRules';

const RuleDialog = lazyWith(() =>
  loadChunk('download-rule-dialog', () => import('./RuleDialog')).then(part => part.RuleDialog),
);

/** The rules by which downloads of packages are refused or warned of, for administrators. */
export function DownloadRulesPage() {
  const search: { rule?: string; new?: string } = useSearch({ strict: false });
  const opened = search.rule ?? null;
  const rules = useRules();
  const { data } = rules;
  const show = useShow('admin.repositories.downloads');
  const isOpen = opened !== null || search.new !== undefined;
  return (
    <div className={css.page}>
      <PageTitle className={page.title} focus={!isOpen}>
        {titleOf('admin.repositories.downloads')}
      </PageTitle>
      <p className={page.lead}>{texts.lead}</p>
      <Sections />
      {data ? (
        <Rules
          current={data}
          edit={name => show(`rule=${encodeURIComponent(name)}`)}
          create={() => show('new=rule')}
        />
      ) : (
        <Waiting
          failure={rules.isError ? failureText(rules.error, texts.failed) : null}
          retry={() => void rules.refetch()}
        />
      )}
      {data && isOpen && (
        <RuleDialog key={opened ?? ''} name={opened} current={data} close={() => show('')} />
      )}
    </div>
  );
}

const BARS = ['a', 'b', 'c'];

/** What shows until the rules are there: the places of some, or why they could not be loaded. */
function Waiting({ failure, retry }: { failure: string | null; retry: () => void }) {
  if (failure !== null)
    return (
      <Notice kind="bad">
        {failure}{' '}
        <Button size="compact-sm" variant="default" onClick={retry}>
          {shellTexts.system.retry}
        </Button>
      </Notice>
    );
  return (
    <div className={css.bars}>
      <span className="wb-hidden" role="status">
        {texts.loading}
      </span>
      {BARS.map(bar => (
        <div key={bar} className={css.bar} aria-hidden="true">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

interface RulesProps {
  current: CurrentDownloadRules;
  edit: (name: string) => void;
  create: () => void;
}

function Rules({ current, edit, create }: RulesProps) {
  const creator = useRef<HTMLButtonElement>(null);
  const { rules, severities_apply } = current;
  const isIdle = !severities_apply && rules.some(rule => rule.enabled && rule.condition.type === 'severity');
  return (
    <>
      {isIdle && (
        <div className={css.notice}>
          <Notice kind="info">{texts.severitiesOff}</Notice>
        </div>
      )}
      <div className={css.tools}>
        <p className={css.changed}>{changeText(current)}</p>
        <Button ref={creator} size="sm" onClick={create}>
          {texts.create}
        </Button>
      </div>
      {rules.length === 0 ? (
        <div className={css.empty}>
          <strong>{texts.empty}</strong>
          <span>{texts.emptyText}</span>
        </div>
      ) : (
        <>
          <p className={css.order}>{texts.order}</p>
          <RulesList current={current} edit={edit} create={creator} />
        </>
      )}
    </>
  );
}

/** Who changed the rules last, and when. */
function changeText({ changed_at, changed_by }: CurrentDownloadRules): string {
  if (changed_at === null) return '';
  const at = dayTime(changed_at);
  return changed_by === null ? texts.changed({ at }) : texts.changedBy({ name: changed_by, at });
}
