import IconStack2 from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import { useEffect } from 'react';
import { texts } from '@/texts/onboarding';
import css from './ProjectAnimation.module.css';

/** How long the animation is shown, in milliseconds. */
const SHOWN_MS = 2_400;

/** Shows that the first project was created (NAV-20). It takes neither the focus nor clicks, and ends by itself. */
export function ProjectAnimation({ close }: { close: () => void }) {
  useEffect(() => {
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [close]);
  return (
    <div className={css.place} role="status">
      <div className={css.card}>
        <span className={css.picture} aria-hidden="true">
          <IconStack2 size={56} stroke={1.5} />
        </span>
        <strong>{texts.projectCreated}</strong>
      </div>
    </div>
  );
}
