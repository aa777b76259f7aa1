import { Button } from '@mantine/core';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { showDialog } from '@/app/dialogs';
import { useMachine } from '@/engine/useMachine';
import type { View } from '@/generated/types';
import { texts } from '@/texts/viewAs';
import { useView } from './useView';
import css from './view-as.module.css';
import { viewWords } from './words';

/** Says on every page that it is looked at with other eyes, and ends it. */
export function ViewBanner({ view }: { view: View }) {
  const startup = useMachine('startup');
  const { stop } = useView();
  const what = viewWords(view);
  return (
    <section className={css.banner} aria-label={texts.banner.label}>
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
