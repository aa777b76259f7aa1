import { type ReactNode, useId, useState } from 'react';
import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/integrations';
import type { Tool } from './catalogue';
import css from './integrations.module.css';
import { PersonalKey } from './PersonalKey';
import { SetUp } from './SetUp';

interface ToolSheetProps {
  tool: Tool;
  close: () => void;
}

/** How one tool is set up for this installation. The API key is in its state alone, and gone when it closes. */
export function ToolSheet({ tool, close }: ToolSheetProps) {
  const [apiKey, setApiKey] = useState<string | null>(null);
  return (
    <Sheet opened close={close} title={<bdi>{tool.name}</bdi>} closeLabel={texts.close} from="right">
      <p className={css.text}>{texts.summaries[tool.key]}</p>
      <Part title={texts.highlightsTitle}>
        <ul className={css.list}>
          {tool.highlights.map(highlight => (
            <li key={highlight}>{texts.highlights[highlight]}</li>
          ))}
        </ul>
      </Part>
      <Part title={texts.stepsTitle}>
        <ol className={css.list}>
          {tool.steps.map(step => (
            <li key={step}>{texts.steps[step]}</li>
          ))}
        </ol>
      </Part>
      <Part title={texts.key.title}>
        <PersonalKey got={setApiKey} />
      </Part>
      <Part title={texts.setUpTitle}>
        <SetUp tool={tool} apiKey={apiKey} />
      </Part>
      <Part title={texts.documentationTitle}>
        <ul className={css.list}>
          {tool.documentation.map(({ of, url }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                {texts.documentationOf({ name: of })}
              </a>
            </li>
          ))}
        </ul>
      </Part>
    </Sheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
