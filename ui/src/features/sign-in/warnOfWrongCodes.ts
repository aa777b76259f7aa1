import type { Sender } from '@/generated/api';
import * as calls from '@/generated/calls';
import { texts } from '@/texts/auth';
import { notify } from '@/ui/notify';

const RECENT_MS = 7 * 24 * 3_600_000;

/** Warns the owner of an account, once signed in, that another person knows the password. */
export async function warnOfWrongCodes(api: Sender): Promise<void> {
  const user = await calls.getAuthCurrent(api).catch(() => null);
  if (!user?.codesStoppedAt) return;
  // the profile shows it for longer
  if (Date.now() - Date.parse(user.codesStoppedAt) > RECENT_MS) return;
  notify({ text: texts.otp.wrongCodes, severity: 'error' });
}
