import { useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import type { Menus } from '@/generated/types';
import { browserStorage } from '@/lib/storage';
import { type Sidebar, sidebarOf } from './sidebar';

const COLLAPSED_KEY = 'waybill.sidebar-collapsed';

/** The sidebar's state, and what collapses it in this browser for good. */
export function useSidebar(menus: Menus | null): { sidebar: Sidebar; toggle: () => void } {
  const navigation = useMachine('navigation');
  const [collapsed, setCollapsed] = useState(() => browserStorage.read(COLLAPSED_KEY) === 'true');
  const toggle = () => {
    browserStorage.write(COLLAPSED_KEY, String(!collapsed));
    setCollapsed(!collapsed);
  };
  return { sidebar: sidebarOf(navigation.state, menus, collapsed), toggle };
}
