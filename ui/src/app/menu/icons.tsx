import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs';
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustments.mjs';
import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconHammer from '@tabler/icons-react/dist/esm/icons/IconHammer.mjs';
import IconHeartRateMonitor from '@tabler/icons-react/dist/esm/icons/IconHeartRateMonitor.mjs';
import IconLicense from '@tabler/icons-react/dist/esm/icons/IconLicense.mjs';
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs';
import IconListTree from '@tabler/icons-react/dist/esm/icons/IconListTree.mjs';
import IconNetwork from '@tabler/icons-react/dist/esm/icons/IconNetwork.mjs';
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import IconPlug from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs';
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import IconServer from '@tabler/icons-react/dist/esm/icons/IconServer.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconShield from '@tabler/icons-react/dist/esm/icons/IconShield.mjs';
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs';
import IconTruck from '@tabler/icons-react/dist/esm/icons/IconTruck.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs';

/** By the names that the server's menus use. */
const icons: Record<string, typeof IconCircle> = {
  activity: IconActivity,
  adjustments: IconAdjustments,
  apps: IconApps,
  building: IconBuilding,
  chart: IconChartBar,
  file: IconFileText,
  hammer: IconHammer,
  heart: IconHeartRateMonitor,
  license: IconLicense,
  lifebuoy: IconLifebuoy,
  tree: IconListTree,
  network: IconNetwork,
  package: IconPackage,
  plug: IconPlug,
  route: IconRoute,
  server: IconServer,
  settings: IconSettings,
  shield: IconShield,
  sitemap: IconSitemap,
  truck: IconTruck,
  users: IconUsers,
  groups: IconUsersGroup,
  webhook: IconWebhook,
};

interface MenuIconProps {
  name: string | null;
  size?: number;
}

/** The picture of an entry. One that the console does not know is a plain ring, never a gap. */
export function MenuIcon({ name, size = 19 }: MenuIconProps) {
  const Icon = icons[name ?? ''] ?? IconCircle;
  return <Icon size={size} stroke={1.7} aria-hidden="true" />;
}
