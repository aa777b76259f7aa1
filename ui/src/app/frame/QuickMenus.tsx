import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { MenuButton } from '@/app/menu/MenuButton';
import { useEntries } from '@/app/menu/useEntries';
import type { Menus } from '@/generated/types';
import { texts } from '@/texts/frame';

/** The two small menus of the top bar: what administrators make often, and help (MENU-04). Empty ones are not shown. */
export function QuickMenus({ menus }: { menus: Menus | null }) {
  const quick = useEntries(menus?.quick_actions ?? []);
  const help = useEntries(menus?.help ?? []);
  return (
    <>
      {quick.length > 0 && (
        <MenuButton
          label={texts.tools.quick}
          entries={quick}
          face={<IconPlus size={19} stroke={1.8} aria-hidden="true" />}
        />
      )}
      {help.length > 0 && (
        <MenuButton
          label={texts.tools.help}
          entries={help}
          face={<IconHelp size={19} stroke={1.7} aria-hidden="true" />}
        />
      )}
    </>
  );
}
