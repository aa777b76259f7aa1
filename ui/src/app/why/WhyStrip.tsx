import { showDialog } from '@/shell/dialogs';
import { texts } from '@/texts/common';
import { useDecision } from './useDecision';
import css from './WhyButton.module.css';

/** Says that a page was not opened, since nothing else on the screen has changed. */
export function WhyStrip() {
  const outcome = useDecision()?.decision.outcome;
  const text = outcome === 'blocked' || outcome === 'failed' ? texts.why[outcome] : null;
  return (
    <div role="status" aria-live="polite">
      {text !== null && (
        <div className={css.strip}>
          <span>{text}</span>
          <button
            type="button"
            className={css.link}
            onClick={event => showDialog({ name: 'why' }, event.currentTarget)}
          >
            {texts.why.ask}
          </button>
        </div>
      )}
    </div>
  );
}
