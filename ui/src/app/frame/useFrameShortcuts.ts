import { useRouter } from '@tanstack/react-router';
import type { Menus } from '@/generated/types';
import { showDialog } from '@/shell/dialogs';
import { goShortcuts } from '@/shell/keys/shortcuts';
import { useShortcuts } from '@/shell/keys/useShortcuts';
import { pagesOf } from '@/shell/menu/menu';
import { placeOfItem } from '@/shell/menu/placeOfItem';
import { useProject } from '@/shell/menu/useMenus';

/** The shortcuts of every page in the frame. Pages that the menus do not offer have none. */
export function useFrameShortcuts(menus: Menus | null, toggleSidebar: () => void): void {
  const router = useRouter();
  const project = useProject();
  const pages = menus === null ? [] : pagesOf(menus);
  const go = goShortcuts.map(({ id, route }) => {
    const open = () => {
      const page = pages.find(item => item.route === route);
      const place = page && placeOfItem(page, project);
      if (place) void router.navigate(place);
    };
    return [id, open] as const;
  });
  useShortcuts({
    ...Object.fromEntries(go),
    palette: () => showDialog({ name: 'palette' }),
    help: () => showDialog({ name: 'shortcuts' }),
    why: () => showDialog({ name: 'why' }),
    sidebar: toggleSidebar,
  });
}
