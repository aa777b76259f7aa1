import { Group } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import { signOut } from '@/engine/signOut';
import { useSubmit } from '@/engine/useSubmit';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts as signInTexts } from '@/texts/signIn';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

/** For a signed-in user on the login page: on to the start page, or signing out. */
export function AlreadySignedIn() {
  const engine = useEngine();
  const router = useRouter();
  const leaving = useSubmit();
  return (
    <>
      {leaving.error && (
        <Notice kind="bad">{noticeText(leaving.error.code, leaving.error.message, texts.failed)}</Notice>
      )}
      <p>{signInTexts.stayIn}</p>
      <Group gap="xs">
        <Button onClick={() => void router.navigate({ to: pathnameOf('root') })}>
          {signInTexts.stayStart}
        </Button>
        <Button
          variant="default"
          loading={leaving.busy}
          onClick={() => void leaving.run(() => signOut(engine))}
        >
          {signInTexts.stayOut}
        </Button>
      </Group>
    </>
  );
}
