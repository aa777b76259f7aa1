import { texts } from '@/texts/git';
import { type GitFields, type Vendor, vendorOf } from './vendors';

/** What is typed. */
export interface Values {
  name: string;
  userName: string;
  token: string;
  url: string;
}

/** What is wrong, by the field. */
export type Problems = Partial<Record<keyof Values, string>>;

/** The fields that errors of the server name, by its codes and by the names in its calls. */
const FIELDS: Readonly<Record<string, keyof Values>> = {
  git_name: 'name',
  git_user_name: 'userName',
  git_token: 'token',
  git_url: 'url',
  git_name_taken: 'name',
  git_refused: 'token',
  git_other_user: 'token',
  git_blocked: 'url',
  git_ftp: 'url',
  integrationName: 'name',
  userName: 'userName',
  token: 'token',
  url: 'url',
};

export const fieldOf = (name: string | null): keyof Values | null =>
  (name !== null && Object.hasOwn(FIELDS, name) ? FIELDS[name] : null) ?? null;

export const valuesOf = ({ name, url, user_name: userName }: GitFields): Values => ({
  name,
  userName,
  token: '',
  url,
});

export const fieldsOf = (vendor: Vendor, { name, url, userName }: Values): GitFields => ({
  vendor,
  name: name.trim(),
  // as the server has it
  url: url.trim().replace(/\/+$/, ''),
  user_name: userName.trim(),
});

/** Whether two connect to the same, which the name does not matter for. */
export const connectsAs = (one: GitFields, other: GitFields): boolean =>
  one.vendor === other.vendor && one.url === other.url && one.user_name === other.user_name;

const SCHEMES: readonly string[] = ['http:', 'https:', 'ftp:'];

/** The form of an address; the server decides which hosts it connects to. */
function isUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  return SCHEMES.includes(protocol) && hostname !== '' && `${username}${password}${search}${hash}` === '';
}

/** What is wrong, before anything is sent (INT-05). */
export function problemsOf(values: Values, vendor: Vendor, needsToken: boolean): Problems {
  const found: Problems = {};
  const url = values.url.trim();
  if (values.name.trim() === '') found.name = texts.form.nameMissing;
  if (values.userName.trim() === '')
    found.userName = vendorOf(vendor)?.hasEmails ? texts.form.emailMissing : texts.form.userNameMissing;
  if (needsToken && values.token === '') found.token = texts.form.tokenMissing;
  if (url === '') found.url = texts.form.urlMissing;
  else if (!isUrl(url)) found.url = texts.form.urlProblem;
  return found;
}
