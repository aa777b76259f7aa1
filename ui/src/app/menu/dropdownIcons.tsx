import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCloud from '@tabler/icons-react/dist/esm/icons/IconCloud.mjs';
import IconCloudDown from '@tabler/icons-react/dist/esm/icons/IconCloudDown.mjs';
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs';
import IconDatabasePlus from '@tabler/icons-react/dist/esm/icons/IconDatabasePlus.mjs';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconStack from '@tabler/icons-react/dist/esm/icons/IconStack.mjs';
import IconTool from '@tabler/icons-react/dist/esm/icons/IconTool.mjs';
import IconUserEdit from '@tabler/icons-react/dist/esm/icons/IconUserEdit.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import IconUsersPlus from '@tabler/icons-react/dist/esm/icons/IconUsersPlus.mjs';
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs';

/** Icons by the names that the server's menus use. Only dropdown menus need these, so they are in their chunk. */
const icons: Record<string, typeof IconCircle> = {
  'arrow-back-up': IconArrowBackUp,
  'arrow-forward-up': IconArrowForwardUp,
  book: IconBook,
  cloud: IconCloud,
  'cloud-down': IconCloudDown,
  database: IconDatabase,
  'database-plus': IconDatabasePlus,
  devices: IconDevices,
  eye: IconEye,
  flag: IconFlag,
  key: IconKey,
  keyboard: IconKeyboard,
  lock: IconLock,
  'login-2': IconLogin2,
  logout: IconLogout,
  school: IconSchool,
  stack: IconStack,
  tool: IconTool,
  'user-edit': IconUserEdit,
  'user-plus': IconUserPlus,
  'users-plus': IconUsersPlus,
  webhook: IconWebhook,
};

/** The picture of an entry of a menu that opens from a button. */
export function DropdownIcon({ name }: { name: string | null }) {
  const Icon = icons[name ?? ''] ?? IconCircle;
  return <Icon size={16} stroke={1.7} aria-hidden="true" />;
}
