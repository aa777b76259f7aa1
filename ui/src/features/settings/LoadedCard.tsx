import { type ReactNode, useId } from 'react';
import { failureText } from '@/shell/answers';
import { Button } from '@/ui/Button';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';

interface LoadedCardProps<Page extends object> {
  words: { title: string; lead: string; loading: string; failed: string };
  retry: string;
  loaded: {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    data: Page | undefined;
    refetch: () => Promise<unknown>;
  };
  /** What is in the card once that is loaded, which it stays when loading it again fails. */
  children: (page: Page) => ReactNode;
}

/** A card of the settings, whose values are loaded. */
export function LoadedCard<Page extends object>({ words, retry, loaded, children }: LoadedCardProps<Page>) {
  const heading = useId();
  return (
    <section className={cards.card} aria-labelledby={heading}>
      <h2 id={heading}>{words.title}</h2>
      <p className={cards.text}>{words.lead}</p>
      {loaded.isPending && <Wait>{words.loading}</Wait>}
      {loaded.isError && !loaded.data && (
        <Notice kind="bad">
          {failureText(loaded.error, words.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void loaded.refetch()}>
            {retry}
          </Button>
        </Notice>
      )}
      {loaded.data && children(loaded.data)}
    </section>
  );
}
