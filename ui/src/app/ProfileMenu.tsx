import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Menu, UnstyledButton } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ignoreBody, readObject } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { useSubmit } from '@/engine/useSubmit';
import { notifyErrorMs } from '@/generated/constants';
import { noticeText, texts } from '@/lib/texts';
import { notify } from '@/ui/notify';
import type { Dialog } from './Dialogs';
import css from './ProfileMenu.module.css';
import { pathnameOf } from './paths';

const readName = readObject('current', body => String(body.name ?? ''));
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

export function ProfileMenu({ open }: { open: (dialog: Dialog) => void }) {
  const { api } = useEngine();
  const login = useMachine('login');
  const password = useMachine('password');
  const router = useRouter();
  const leaving = useSubmit();
  const person = login.state?.state === 'signed_in' ? login.state.person : null;
  const { data: name } = useQuery({
    queryKey: ['current', person],
    queryFn: () => api.get('ui/auth/current', readName),
    enabled: person !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = person === null ? texts.profile.anonymous : (name ?? '…');
  const logOut = async () => {
    const request = () => api.post('ui/auth/logout', null, ignoreBody);
    if (!(await leaving.run(request)))
      notify({ text: noticeText('network', '', texts.failed), durationMs: notifyErrorMs, bad: true });
  };
  return (
    <Menu
      position="bottom-end"
      width={220}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton className={css.target}>
          <span className="wb-hidden">{texts.profile.label}:</span>
          <span className={css.initial} aria-hidden="true">
            {shown.slice(0, 1).toUpperCase()}
          </span>
          <span className={css.name}>{shown}</span>
          <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
        </UnstyledButton>
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
