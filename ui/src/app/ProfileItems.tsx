import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Menu } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ignoreBody } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { useSubmit } from '@/engine/useSubmit';
import { notifyErrorMs } from '@/generated/constants';
import { useStore } from '@/lib/store';
import { noticeText, texts } from '@/lib/texts';
import { language, languages } from '@/texts/languages';
import { notify } from '@/ui/notify';
import type { Dialog } from './Dialogs';
import { choose } from './languageChoice';
import { ProfileButton } from './ProfileButton';
import { pathnameOf } from './paths';

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

export interface ProfileItemsProps {
  shown: string;
  person: string | null;
  open: (dialog: Dialog) => void;
}

/** The menu itself. It comes when it is wanted for the first time, and is open at once. */
export function ProfileItems({ shown, person, open }: ProfileItemsProps) {
  const { api } = useEngine();
  const password = useMachine('password');
  const router = useRouter();
  const leaving = useSubmit();
  const inLanguage = useStore(language);
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // the button that was pressed is gone: the one in its place has the focus back when the menu closes
    target.current?.focus();
    setOpened(true);
  }, []);
  const logOut = async () => {
    const request = () => api.post('ui/auth/logout', null, ignoreBody);
    if (!(await leaving.run(request)))
      notify({ text: noticeText('network', '', texts.failed), durationMs: notifyErrorMs, bad: true });
  };
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={220}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ProfileButton ref={target} shown={shown} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shown}</Menu.Label>
        {person !== null && (
          <Menu.Item leftSection={<IconDevices {...icon} />} onClick={() => open('sessions')}>
            {texts.profile.sessions}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={() => open('shortcuts')}>
          {texts.profile.shortcuts}
        </Menu.Item>
        {person !== null && (
          <Menu.Item
            leftSection={<IconKey {...icon} />}
            disabled={!password.can('open')}
            onClick={() => void password.send({ type: 'open' })}
          >
            {texts.profile.password}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{texts.language}</Menu.Label>
        {Object.entries(languages).map(([name, own]) => (
          <Menu.Item
            key={name}
            aria-current={name === inLanguage || undefined}
            lang={name}
            leftSection={
              name === inLanguage ? <IconCheck {...icon} /> : <span style={{ width: icon.size }} />
            }
            onClick={() => choose(name)}
          >
            {own}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {person === null ? (
          <Menu.Item
            leftSection={<IconLogin2 {...icon} />}
            onClick={() => void router.navigate({ to: pathnameOf('login') })}
          >
            {texts.profile.logIn}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconLogout {...icon} />}
            disabled={leaving.busy}
            onClick={() => void logOut()}
          >
            {texts.profile.logOut}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
