import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import { calls, type NewDeviceLink } from '@/generated/api';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/people';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { CopyButton } from '@/ui/CopyButton';
import { Notice } from '@/ui/Notice';
import css from './profile.module.css';

/** A link with which the user gets in on a new device while strangers guess the password. */
export function NewDevice() {
  const { api } = useEngine();
  const submit = useSubmit();
  const [made, setMade] = useState<NewDeviceLink | null>(null);
  const make = () => submit.run(async () => setMade(await calls.postAuthDeviceLink(api)));
  return (
    <div className={css.action}>
      <p>{texts.profile.newDeviceText}</p>
      {submit.error && (
        <Notice kind="bad">{noticeText(submit.error.code, submit.error.message, shellTexts.failed)}</Notice>
      )}
      <Button variant="default" loading={submit.busy} onClick={() => void make()}>
        {texts.profile.newDevice}
      </Button>
      {made && (
        <div className={css.link} role="status">
          <code dir="ltr">{made.link}</code>
          <p>{texts.profile.newDeviceUntil({ time: dayTime(made.until) })}</p>
          <CopyButton value={made.link}>{texts.profile.copyLink}</CopyButton>
        </div>
      )}
    </div>
  );
}
