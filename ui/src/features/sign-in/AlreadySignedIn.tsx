import { Group } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import { calls } from '@/generated/api';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/common';
import { Button } from '@/ui/Button';

/** For a signed-in user on the login page: on to the start page, or signing out. */
export function AlreadySignedIn() {
  const { api } = useEngine();
  const router = useRouter();
  const leaving = useSubmit();
  return (
    <>
      <p>{texts.login.stayIn}</p>
      <Group gap="xs">
        <Button onClick={() => void router.navigate({ to: pathnameOf('root') })}>
          {texts.login.stayStart}
        </Button>
        <Button
          variant="default"
          loading={leaving.busy}
          onClick={() => void leaving.run(() => calls.postAuthLogout(api))}
        >
          {texts.login.stayOut}
        </Button>
      </Group>
    </>
  );
}
