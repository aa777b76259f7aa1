import type { ReactNode } from 'react';
import css from '@/ui/auth.module.css';
import { PageTitle } from '@/ui/PageTitle';

interface LinkSheetProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A page that is opened with a link: its title, what it is for, and its content. */
export function LinkSheet({ title, lead, children }: LinkSheetProps) {
  return (
    <>
      <PageTitle className={css.title}>{title}</PageTitle>
      {lead && <p className={css.lead}>{lead}</p>}
      {children}
    </>
  );
}
