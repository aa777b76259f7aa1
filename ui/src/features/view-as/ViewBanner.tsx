import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useLayoutEffect, useRef } from 'react';
import { useMachine } from '@/engine/useMachine';
import type { View } from '@/generated/types';
import { showDialog } from '@/shell/dialogs';
import { texts } from '@/texts/viewAs';
import { Button } from '@/ui/Button';
import { useView } from './useView';
import css from './view-as.module.css';
import { viewLabel } from './viewLabels';

/** Says on every page that view-as is active, and ends it. */
export function ViewBanner({ view }: { view: View }) {
  const startup = useMachine('startup');
  const { stop } = useView();
  const what = viewLabel(view);
  const banner = useRef<HTMLElement>(null);
  useFocusOnPageAfter(banner);
  return (
    <section ref={banner} className={css.banner} aria-label={texts.banner.label}>
      <IconEye size={18} stroke={1.8} aria-hidden="true" />
      <span role="status">{what ? texts.banner.viewing({ what }) : texts.banner.nothing}</span>
      <span className={css.buttons}>
        <Button
          size="xs"
          variant="default"
          disabled={!startup.can('view_as')}
          onClick={event => showDialog({ name: 'view_as' }, event.currentTarget)}
        >
          {texts.banner.change}
        </Button>
        <Button size="xs" loading={startup.pending} disabled={!startup.can('view_as_myself')} onClick={stop}>
          {texts.banner.stop}
        </Button>
      </span>
    </section>
  );
}

/** Gives the focus to the page when the banner goes away together with the button that had it. */
function useFocusOnPageAfter(banner: { readonly current: HTMLElement | null }): void {
  const inside = useRef(false);
  useLayoutEffect(() => {
    const section = banner.current;
    // a button that is disabled while the answer is on its way loses the focus to the document, without an event
    const note = (event: FocusEvent) => {
      inside.current = section?.contains(event.target as Node) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('focusin', note);
      if (inside.current) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    };
  }, [banner]);
}
