import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect } from 'react';
import { pageAddress } from '@/lib/basePath';
import { ChunkLoadError } from '@/lib/chunk';
import { endFirstSight } from '@/lib/firstSight';
import { report } from '@/lib/report';
import { texts } from '@/texts/common';
import css from './FaultPage.module.css';

/** The last resort: says that it is over, and offers the way out. */
export function FaultPage({ error, text }: { error?: unknown; text?: string }) {
  useLayoutEffect(endFirstSight, []);
  useEffect(() => {
    // a chunk's failure has been logged where it happened
    if (error && !(error instanceof ChunkLoadError)) report('a page failed', error);
  }, [error]);
  return (
    <main className={css.fault}>
      <h1 tabIndex={-1}>{texts.system.fault}</h1>
      <p role="alert">{text ?? texts.system.faultText}</p>
      <div className={css.actions}>
        <Button onClick={() => window.location.reload()}>{texts.system.reload}</Button>
        <Button variant="default" component="a" href={pageAddress('/')}>
          {texts.system.home}
        </Button>
      </div>
    </main>
  );
}
