import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { loadChunk } from '@/lib/chunk';
import { useShow } from '@/shell/address';
import { lazyWith } from '@/shell/lazyPage';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/integrations';
import { Button } from '@/ui/Button';
import page from '@/ui/cards.module.css';
import { LateNotice } from '@/ui/LateNotice';
import { PageTitle } from '@/ui/PageTitle';
import { GROUPS, type Group, TOOLS, type Tool } from './catalogue';
import { SourceControl } from './git/SourceControl';
import css from './integrations.module.css';
import { ToolIcon } from './ToolIcon';

const ToolSheet = lazyWith(() =>
  loadChunk('integration-tool', () => import('./ToolSheet')).then(part => part.ToolSheet),
);

/** The tools that work with this installation, each with its set-up (INT-01). */
export function IntegrationsPage() {
  const search: { tool?: string } = useSearch({ strict: false });
  const chosen = TOOLS.find(tool => tool.key === search.tool);
  const [opensBare] = useState(search.tool === undefined);
  const configure = useFocusOfLast(chosen?.key ?? null);
  const show = useShow('integrations');
  return (
    <div className={page.page}>
      <PageTitle className={page.title} focus={opensBare}>
        {titleOf('integrations')}
      </PageTitle>
      <p className={page.lead}>{texts.lead}</p>
      {search.tool !== undefined && !chosen && (
        <LateNotice shown>{texts.absent({ name: search.tool })}</LateNotice>
      )}
      <SourceControl />
      {GROUPS.map(group => (
        <Cards
          key={group}
          group={group}
          register={configure}
          open={tool => show(`tool=${encodeURIComponent(tool.key)}`)}
        />
      ))}
      {chosen && <ToolSheet key={chosen.key} tool={chosen} close={() => show('')} />}
    </div>
  );
}

/** Registers buttons by name. The one of what was open gets the focus when that closes, also after a reload. */
function useFocusOfLast(opened: string | null) {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const before = useRef(opened);
  useEffect(() => {
    if (opened === null && before.current !== null) buttons.current.get(before.current)?.focus();
    before.current = opened;
  }, [opened]);
  return (name: string) => (button: HTMLButtonElement | null) => {
    if (button) buttons.current.set(name, button);
  };
}

interface CardsProps {
  group: Group;
  register: ReturnType<typeof useFocusOfLast>;
  open: (tool: Tool) => void;
}

function Cards({ group, register, open }: CardsProps) {
  const id = `integrations-${group}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.group}>
        {texts.groups[group]}
      </h2>
      <ul className={css.cards} aria-labelledby={id}>
        {TOOLS.filter(tool => tool.group === group).map(tool => (
          <li key={tool.key} className={css.card}>
            <ToolIcon tool={tool.key} />
            <h3 className={css.name}>
              <bdi>{tool.name}</bdi>
            </h3>
            <p className={css.summary}>{texts.summaries[tool.key]}</p>
            <Button
              ref={register(tool.key)}
              size="sm"
              variant="default"
              aria-label={texts.configureNamed({ name: tool.name })}
              onClick={() => open(tool)}
            >
              {texts.configure}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
