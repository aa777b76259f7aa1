import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs';
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustments.mjs';
import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconFlask from '@tabler/icons-react/dist/esm/icons/IconFlask.mjs';
import IconFolders from '@tabler/icons-react/dist/esm/icons/IconFolders.mjs';
import IconGitMerge from '@tabler/icons-react/dist/esm/icons/IconGitMerge.mjs';
import IconHammer from '@tabler/icons-react/dist/esm/icons/IconHammer.mjs';
import IconHeartbeat from '@tabler/icons-react/dist/esm/icons/IconHeartbeat.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconLicense from '@tabler/icons-react/dist/esm/icons/IconLicense.mjs';
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconNetwork from '@tabler/icons-react/dist/esm/icons/IconNetwork.mjs';
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import IconPackages from '@tabler/icons-react/dist/esm/icons/IconPackages.mjs';
import IconPlug from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs';
import IconRobot from '@tabler/icons-react/dist/esm/icons/IconRobot.mjs';
import IconRocket from '@tabler/icons-react/dist/esm/icons/IconRocket.mjs';
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs';
import IconStack2 from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs';
import IconTimeline from '@tabler/icons-react/dist/esm/icons/IconTimeline.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs';

/** By the names that the server's menus use, which are those of the icon set. */
const icons: Record<string, typeof IconCircle> = {
  activity: IconActivity,
  adjustments: IconAdjustments,
  apps: IconApps,
  'chart-bar': IconChartBar,
  database: IconDatabase,
  'file-text': IconFileText,
  flask: IconFlask,
  folders: IconFolders,
  'git-merge': IconGitMerge,
  hammer: IconHammer,
  heartbeat: IconHeartbeat,
  key: IconKey,
  license: IconLicense,
  lifebuoy: IconLifebuoy,
  lock: IconLock,
  network: IconNetwork,
  package: IconPackage,
  packages: IconPackages,
  plug: IconPlug,
  robot: IconRobot,
  rocket: IconRocket,
  route: IconRoute,
  settings: IconSettings,
  'shield-check': IconShieldCheck,
  sitemap: IconSitemap,
  'stack-2': IconStack2,
  template: IconTemplate,
  timeline: IconTimeline,
  user: IconUser,
  users: IconUsers,
  webhook: IconWebhook,
};

/** The picture of that name. One that the console does not know is a plain ring, never a gap. */
export function iconOf(name: string | null): typeof IconCircle {
  return icons[name ?? ''] ?? IconCircle;
}
