import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect } from 'react';
import { pageAddress } from '@/lib/basePath';
import { ChunkLoadError } from '@/lib/chunk';
import { endFirstSight } from '@/lib/firstSight';
import { report } from '@/lib/report';
import { texts } from '@/texts/common';
import css from './FaultPage.module.css';

interface FaultProps {
  error?: unknown;
  text?: string;
}

/** The last resort: says that it is over, and offers the way out. */
export const FaultPage = (props: FaultProps) => (
  <main>
    <PageFault {...props} />
  </main>
);

/** The same for a page whose frame is there. */
export function PageFault({ error, text }: FaultProps) {
  useLayoutEffect(endFirstSight, []);
  useEffect(() => {
    // a chunk's failure has been logged where it happened
    if (error && !(error instanceof ChunkLoadError)) report('a page failed', error);
  }, [error]);
  return (
    <div className={css.fault}>
      <h1 tabIndex={-1}>{texts.system.fault}</h1>
      <p role="alert">{text ?? texts.system.faultText}</p>
      <div className={css.actions}>
        <Button onClick={() => window.location.reload()}>{texts.system.reload}</Button>
        <Button variant="default" component="a" href={pageAddress('/')}>
          {texts.system.home}
        </Button>
      </div>
    </div>
  );
}
