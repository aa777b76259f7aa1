import { Mark } from '@/app/frame/Mark';
import { texts } from '@/texts/common';
import css from './BootScreen.module.css';

/** Shown in place of a page whose session has ended, until the sign-in page is there. */
export function LeavingScreen() {
  return (
    <main className={css.boot}>
      <Mark size={40} />
      <span role="status">{texts.login.signingOut}</span>
    </main>
  );
}
