import { texts } from '@/texts/people';
import { CopyButton } from '@/ui/CopyButton';
import css from './NewDeviceLink.module.css';

/** A link that works once, to be copied. */
export function OneUseLink({ link, text }: { link: string; text: string }) {
  return (
    <div className={css.link} role="status">
      <code dir="ltr">{link}</code>
      <p className={css.text}>{text}</p>
      <CopyButton value={link}>{texts.profile.copyLink}</CopyButton>
    </div>
  );
}
