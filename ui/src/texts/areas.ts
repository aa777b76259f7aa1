import type { RouteName } from '@/generated/types';
import type { PluralForm, Translation } from './catalogue';
import type { account } from './en/account';
import type { activity } from './en/activity';
import type { advanced } from './en/advanced';
import type { coming } from './en/coming';
import type { door } from './en/door';
import type { frame } from './en/frame';
import type { frontends } from './en/frontends';
import type { licences } from './en/licences';
import type { logs } from './en/logs';
import type { onboarding } from './en/onboarding';
import type { palette } from './en/palette';
import type { people } from './en/people';
import type { proxies } from './en/proxies';
import type { releaseBundles } from './en/releaseBundles';
import type { settings } from './en/settings';
import type { shell } from './en/shell';
import type { status } from './en/status';
import type { support } from './en/support';
import type { system } from './en/system';
import type { table } from './en/table';
import type { template } from './en/template';
import type { viewAs } from './en/viewAs';
import type { why } from './en/why';

/** The English texts that are translated, by area. Types only: an area's texts come with the pages that show them. */
export interface Sources {
  shell: typeof shell;
  door: typeof door;
  account: typeof account;
  activity: typeof activity;
  table: typeof table;
  advanced: typeof advanced;
  people: typeof people;
  proxies: typeof proxies;
  licences: typeof licences;
  support: typeof support;
  releaseBundles: typeof releaseBundles;
  logs: typeof logs;
  settings: typeof settings;
  template: typeof template;
  status: typeof status;
  system: typeof system;
  coming: typeof coming;
  frontends: typeof frontends;
  frame: typeof frame;
  why: typeof why;
  palette: typeof palette;
  onboarding: typeof onboarding;
  viewAs: typeof viewAs;
}

/** The title of every page: a route without one does not compile. */
export type Titles = Readonly<Record<RouteName, string>>;

/** Codes of refusals whose English is the server's own words. */
type Refusal =
  | 'busy'
  | 'internal'
  | 'link_dead'
  | 'link_expired'
  | 'no_enrolment'
  | 'not_allowed'
  | 'password_common'
  | 'password_holds_name'
  | 'password_too_long'
  | 'password_too_short'
  | 'password_unchanged'
  | 'remote_leads_back'
  | 'remote_nonsense'
  | 'remote_not_accepted'
  | 'remote_not_there'
  | 'remote_unavailable'
  | 'slow_down'
  | 'too_many_codes'
  | 'too_many_sessions'
  | 'too_slow'
  | 'unavailable'
  | 'wrong_password';

export interface Areas extends Sources {
  /** The titles of the pages. Their English is that of the route table. */
  titles: Titles;
  refusals: Readonly<Record<Refusal, string>>;
}

/** The plural forms of each language. */
interface Forms {
  de: 'one' | 'other';
  ar: PluralForm;
}

/** An area's texts in a language: those of the English source, or it does not compile. */
export type German<Source> = Translation<Source, Forms['de']>;
export type Arabic<Source> = Translation<Source, Forms['ar']>;

/** What a language has to have: every text of every area. */
export type TranslatedInto<Name extends keyof Forms> = {
  readonly [Area in keyof Sources]: Translation<Sources[Area], Forms[Name]>;
} & Readonly<Omit<Areas, keyof Sources>>;
