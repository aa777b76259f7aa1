import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import { texts } from '@/texts/common';

const after = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };

/** One button that cycles through the three schemes; its label says which one is active. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = icons[colorScheme];
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={`${texts.theme.label}: ${texts.theme[colorScheme]}`}
      title={`${texts.theme.label}: ${texts.theme[colorScheme]}`}
      onClick={() => setColorScheme(after[colorScheme])}
    >
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
}
