import { tabStorage } from './storage';

/**
 * Where the one-use token of a link is between two loads of the page. Its link is taken out of the address, so that no
 * history has it, and a reload would otherwise ask for the link again. Only this tab has it, until it is used up.
 */
export function keptToken(link: 'setup' | 'device' | 'password' | 'reset') {
  const key = `waybill.link.${link}`;
  return {
    read: () => tabStorage.read(key),
    write: (token: string | null) => tabStorage.write(key, token),
  };
}
