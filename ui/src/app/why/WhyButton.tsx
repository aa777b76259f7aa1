import { UnstyledButton } from '@mantine/core';
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import { showDialog } from '@/shell/dialogs';
import { texts } from '@/texts/common';
import { useDecision } from './useDecision';
import css from './WhyButton.module.css';

/** Shown whenever the tab was redirected; it opens the explanation. */
export function WhyButton({ compact = false }: { compact?: boolean }) {
  if (!useDecision()) return null;
  return (
    <UnstyledButton
      className={css.button}
      data-compact={compact || undefined}
      title={compact ? texts.why.ask : undefined}
      onClick={event => showDialog({ name: 'why' }, event.currentTarget)}
    >
      <IconRoute size={18} stroke={1.7} aria-hidden="true" />
      <span className={css.words}>{texts.why.ask}</span>
    </UnstyledButton>
  );
}
