import css from '@/ui/auth.module.css';
import { Wait } from '@/ui/Wait';

/** Waits for a form of signing in, or for its end, in a box of its size: the card does not move when it comes. */
export function FormWait({ children }: { children: string }) {
  return (
    <div className={css.formPlace}>
      <Wait>{children}</Wait>
    </div>
  );
}
