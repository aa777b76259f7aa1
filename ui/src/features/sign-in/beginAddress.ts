import { readReturnPath } from '@/lib/returnPath';
import { hasSetMeUp } from '@/lib/setMeUpFlag';

/** Where the browser begins to sign in with a provider, with what the form sends beside name and password. */
export function beginAddress(url: string, remember: boolean): string {
  const query = new URLSearchParams();
  if (remember) query.set('remember', 'true');
  const stored = readReturnPath();
  if (stored) {
    query.set('path', stored.path);
    query.set('at', stored.at);
  }
  if (hasSetMeUp()) query.set('set_me_up', 'true');
  const sent = query.toString();
  return (sent && `${url}${url.includes('?') ? '&' : '?'}${sent}`) || url;
}
