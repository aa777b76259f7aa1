import { useState } from 'react';
import { useSubmit } from '@/engine/useSubmit';
import type { NewDeviceLink as Made } from '@/generated/api';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/people';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './NewDeviceLink.module.css';
import { OneUseLink } from './OneUseLink';

interface NewDeviceLinkProps {
  /** What the link is for. */
  text: string;
  make: () => Promise<Made>;
}

/** Makes a link with which a user gets in on a new device while strangers guess the password. */
export function NewDeviceLink({ text, make }: NewDeviceLinkProps) {
  const submit = useSubmit();
  const [made, setMade] = useState<Made | null>(null);
  return (
    <div>
      <p className={css.text}>{text}</p>
      {submit.error && (
        <Notice kind="bad">{noticeText(submit.error.code, submit.error.message, shellTexts.failed)}</Notice>
      )}
      <Button
        variant="default"
        loading={submit.busy}
        onClick={() => void submit.run(async () => setMade(await make()))}
      >
        {texts.profile.newDevice}
      </Button>
      {made && (
        <OneUseLink link={made.link} text={texts.profile.newDeviceUntil({ time: dayTime(made.until) })} />
      )}
    </div>
  );
}
