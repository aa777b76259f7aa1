import { texts } from '@/texts/auth';
import { Notice } from './Notice';

/** Says how long to wait before the next try. */
export function SlowNotice({ seconds }: { seconds: number }) {
  return <Notice kind="slow">{texts.slow({ seconds })}</Notice>;
}
