import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

interface PageTitleProps {
  /** The name of something that users have named is isolated (`bdi`). */
  children: ReactNode;
  /** Where the page has a field to start with, the focus goes there instead. */
  focus?: boolean;
  className?: string | undefined;
}

/**
 * The page's heading. It takes the focus when the page opens. When what kept the focus from it closes, such as a
 * dialog, it takes the focus only if nothing else has it: it may have been returned already.
 */
export function PageTitle({ children, focus = true, className }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const router = useRouter({ warn: false });
  const isOpen = useRef(false);
  useEffect(() => {
    const isTaken = isOpen.current && document.activeElement !== document.body;
    isOpen.current = true;
    // the first page of a visit leaves the focus where the browser puts it
    const opened = router?.state.resolvedLocation !== undefined && router.history.length > 1;
    if (focus && opened && !isTaken) heading.current?.focus({ preventScroll: true });
  }, [focus, router]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
