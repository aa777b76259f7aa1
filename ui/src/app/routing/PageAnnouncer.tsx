import { useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useServerName } from '@/engine/useServerName';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/common';

/**
 * Names the document after the page that is open (BOOT-06), and announces to screen readers that another one has
 * opened. The focus goes to the page's heading as the heading appears; where a page stays and only its address changes,
 * as from one package to the next, it goes there from here.
 */
export function PageAnnouncer() {
  const serverName = useServerName();
  const router = useRouter();
  const route = useMatches({ select: matches => matches.at(-1)?.staticData.route });
  const title = route ? titleOf(route) : null;
  const shown = useRef(title);
  shown.current = title;
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const product = serverName ?? texts.product;
    document.title = title === null ? product : `${title} - ${product}`;
  }, [title, serverName]);
  useEffect(() => {
    let before = document.querySelector('main h1');
    return router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      const heading = document.querySelector('main h1');
      const stayed = heading !== null && heading === before;
      before = heading;
      if (!fromLocation || !pathChanged) return;
      setAnnounced(shown.current ?? '');
      const inDialog = document.activeElement?.closest('[role="dialog"]');
      const isKept = inDialog || toLocation.state.keepsFocus;
      if (stayed && !isKept && heading instanceof HTMLElement) heading.focus({ preventScroll: true });
    });
  }, [router]);
  return (
    <div className="wb-hidden" role="status" aria-live="polite">
      {announced}
    </div>
  );
}
