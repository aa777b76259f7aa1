import { Loader } from '@mantine/core';
import css from './auth.module.css';

export function Wait({ children }: { children: string }) {
  return (
    <p className={css.wait} role="status">
      <Loader size={18} aria-hidden="true" />
      {children}
    </p>
  );
}
