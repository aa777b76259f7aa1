import type { RouteName } from '@/generated/types';
import type { account } from '../account';
import type { activity } from '../activity';
import type { acts } from '../acts';
import type { advanced } from '../advanced';
import type { applications } from '../applications';
import type { archive } from '../archive';
import type { artifacts } from '../artifacts';
import type { auth } from '../auth';
import type { builds } from '../builds';
import type { cleanup } from '../cleanup';
import type { clientLogin } from '../clientLogin';
import type { coming } from '../coming';
import type { common } from '../common';
import type { distribution } from '../distribution';
import type { downloadRules } from '../downloadRules';
import type { facts } from '../facts';
import type { frame } from '../frame';
import type { frontends } from '../frontends';
import type { git } from '../git';
import type { home } from '../home';
import type { identities } from '../identities';
import type { integrations } from '../integrations';
import type { lately } from '../lately';
import type { licences } from '../licences';
import type { licenceTypes } from '../licenceTypes';
import type { logs } from '../logs';
import type { mail } from '../mail';
import type { notices } from '../notices';
import type { onboarding } from '../onboarding';
import type { outboundProxies } from '../outboundProxies';
import type { packageDetails } from '../packageDetails';
import type { packages } from '../packages';
import type { packageUse } from '../packageUse';
import type { packageVersion } from '../packageVersion';
import type { palette } from '../palette';
import type { passkeySignIn } from '../passkeySignIn';
import type { passkeys } from '../passkeys';
import type { people } from '../people';
import type { permissions } from '../permissions';
import type { pipelinesSearch } from '../pipelinesSearch';
import type { provisioning } from '../provisioning';
import type { proxies } from '../proxies';
import type { registration } from '../registration';
import type { registrationSettings } from '../registrationSettings';
import type { releaseBundles } from '../releaseBundles';
import type { repositories } from '../repositories';
import type { sbom } from '../sbom';
import type { scanningSearch } from '../scanningSearch';
import type { search } from '../search';
import type { services } from '../services';
import type { sessionEnd } from '../sessionEnd';
import type { settings } from '../settings';
import type { signIn } from '../signIn';
import type { signInProviders } from '../signInProviders';
import type { sso } from '../sso';
import type { status } from '../status';
import type { support } from '../support';
import type { system } from '../system';
import type { table } from '../table';
import type { template } from '../template';
import type { tokens } from '../tokens';
import type { trustedIssuers } from '../trustedIssuers';
import type { unsaved } from '../unsaved';
import type { userDirectories } from '../userDirectories';
import type { viewAs } from '../viewAs';
import type { webhooks } from '../webhooks';
import type { why } from '../why';
import type { PluralForm, Translation } from './catalogue';

/**
 * The English texts that are translated, by area. Types only: an area's texts come with the pages that show them.
 * A translation is loaded in two parts: the areas here are those of the pages that are shown before the frame, such as
 * that of signing in, and those of `InsideSources` come with the frame.
 *
 * Adding a text, and translating it:
 *
 * 1. English is the source: `texts/<area>.ts`. `common` is loaded with every page, and has no placeholders; a feature
 *    has an area of its own, which comes with its chunk, and a line in `InsideSources`, or in `StartSources` if it
 *    shows something before the frame. Pages say
 *    `import { texts } from '@/texts/<area>'` and read `texts.sessions.title`.
 * 2. `{{name}}` makes a text a function of `{ name }`; `{{count, number}}` has Intl write the number; the forms of a
 *    plural are the keys `records_one` and `records_other`, read as `texts.records({ count })`.
 * 3. `texts/<language>/<area>.ts` has the same keys for each language, or nothing compiles.
 *
 * docs/style.md says how texts are worded, and has the glossary of all languages.
 *
 * Read texts while rendering, never into a constant of a module: that would keep the language of the first render.
 */
export interface StartSources {
  common: typeof common;
  auth: typeof auth;
  signIn: typeof signIn;
  sso: typeof sso;
  passkeySignIn: typeof passkeySignIn;
  system: typeof system;
  clientLogin: typeof clientLogin;
  registration: typeof registration;
  coming: typeof coming;
}

/** The same, of the areas that only the pages in the frame show. */
export interface InsideSources {
  passkeys: typeof passkeys;
  identities: typeof identities;
  signInProviders: typeof signInProviders;
  unsaved: typeof unsaved;
  userDirectories: typeof userDirectories;
  account: typeof account;
  activity: typeof activity;
  acts: typeof acts;
  home: typeof home;
  applications: typeof applications;
  archive: typeof archive;
  artifacts: typeof artifacts;
  builds: typeof builds;
  packageUse: typeof packageUse;
  packages: typeof packages;
  packageDetails: typeof packageDetails;
  table: typeof table;
  advanced: typeof advanced;
  people: typeof people;
  permissions: typeof permissions;
  tokens: typeof tokens;
  trustedIssuers: typeof trustedIssuers;
  outboundProxies: typeof outboundProxies;
  provisioning: typeof provisioning;
  registrationSettings: typeof registrationSettings;
  proxies: typeof proxies;
  lately: typeof lately;
  licences: typeof licences;
  licenceTypes: typeof licenceTypes;
  support: typeof support;
  releaseBundles: typeof releaseBundles;
  logs: typeof logs;
  mail: typeof mail;
  sessionEnd: typeof sessionEnd;
  settings: typeof settings;
  template: typeof template;
  status: typeof status;
  repositories: typeof repositories;
  sbom: typeof sbom;
  scanningSearch: typeof scanningSearch;
  pipelinesSearch: typeof pipelinesSearch;
  search: typeof search;
  services: typeof services;
  cleanup: typeof cleanup;
  distribution: typeof distribution;
  downloadRules: typeof downloadRules;
  frontends: typeof frontends;
  frame: typeof frame;
  packageVersion: typeof packageVersion;
  facts: typeof facts;
  git: typeof git;
  integrations: typeof integrations;
  webhooks: typeof webhooks;
  why: typeof why;
  palette: typeof palette;
  notices: typeof notices;
  onboarding: typeof onboarding;
  viewAs: typeof viewAs;
}

export interface Sources extends StartSources, InsideSources {}

/** The title of every page: a route without one does not compile. */
export type Titles = Readonly<Record<RouteName, string>>;

/** Codes of refusals whose English is the server's own words. */
type Refusal =
  | 'account_fixed'
  | 'application_callback'
  | 'application_description'
  | 'application_name'
  | 'application_name_taken'
  | 'application_scopes'
  | 'bad_email'
  | 'bundle_distributing'
  | 'bundle_environment'
  | 'bundle_exists'
  | 'bundle_name'
  | 'bundle_not_distributable'
  | 'bundle_not_promotable'
  | 'bundle_promoting'
  | 'bundle_removing'
  | 'bundle_repositories'
  | 'bundle_targets'
  | 'bundle_version'
  | 'busy'
  | 'distribution_target_token_missing'
  | 'download_rule_age'
  | 'download_rule_licences'
  | 'download_rule_name'
  | 'download_rule_name_taken'
  | 'download_rule_repositories'
  | 'domain_not_admitted'
  | 'edited_meanwhile'
  | 'email_not_sent'
  | 'git_answer'
  | 'git_blocked'
  | 'git_busy'
  | 'git_changed'
  | 'git_ftp'
  | 'git_moved'
  | 'git_name'
  | 'git_name_taken'
  | 'git_no_address'
  | 'git_not_scanned'
  | 'git_not_tested'
  | 'git_occupied'
  | 'git_other_user'
  | 'git_refused'
  | 'git_token'
  | 'git_too_large'
  | 'git_too_many'
  | 'git_too_many_repositories'
  | 'git_unavailable'
  | 'git_unknown_repository'
  | 'git_unreachable'
  | 'git_url'
  | 'git_user_name'
  | 'git_vendor_fixed'
  | 'group_name_taken'
  | 'internal'
  | 'key_not_checked'
  | 'link_dead'
  | 'link_expired'
  | 'link_refused'
  | 'mail_budget'
  | 'member_is_a_group'
  | 'name_looks_alike'
  | 'no_email'
  | 'no_enrolment'
  | 'no_mail'
  | 'no_mail_server'
  | 'no_public_url'
  | 'not_allowed'
  | 'own_account'
  | 'password_common'
  | 'password_holds_name'
  | 'password_not_reset'
  | 'password_too_long'
  | 'password_too_short'
  | 'password_unchanged'
  | 'registration_off'
  | 'registration_taken'
  | 'remote_leads_back'
  | 'remote_nonsense'
  | 'remote_not_accepted'
  | 'remote_not_there'
  | 'remote_unavailable'
  | 'repository_address'
  | 'slow_down'
  | 'too_many_applications'
  | 'too_many_codes'
  | 'too_many_download_rules'
  | 'too_many_mails'
  | 'too_many_sessions'
  | 'too_many_webhooks'
  | 'too_slow'
  | 'unavailable'
  | 'unknown_integration'
  | 'webhook_delivery_waiting'
  | 'webhook_disabled'
  | 'webhook_no_earlier_secret'
  | 'webhook_not_rotated'
  | 'webhook_secrets_kept'
  | 'wrong_password'
  | 'wrong_user';

export interface Areas extends Sources {
  /** The titles of the pages. Their English is that of the route table. */
  titles: Titles;
  refusals: Readonly<Record<Refusal, string>>;
}

/** The plural forms of each language, as Intl.PluralRules has them. */
interface Forms {
  de: 'one' | 'other';
  fr: 'one' | 'many' | 'other';
  ja: 'other';
  ar: PluralForm;
}

/** The languages that the English texts are translated into. */
export type Translated = keyof Forms;

/** An area's texts in a language: those of the English source, or it does not compile. */
export type German<Source> = Translation<Source, Forms['de']>;
export type French<Source> = Translation<Source, Forms['fr']>;
export type Japanese<Source> = Translation<Source, Forms['ja']>;
export type Arabic<Source> = Translation<Source, Forms['ar']>;

type Into<Name extends Translated, Of> = { readonly [Area in keyof Of]: Translation<Of[Area], Forms[Name]> };

/** What a language has to have for the pages before the frame: every text of these areas. */
export type TranslatedInto<Name extends Translated> = Into<Name, StartSources> &
  Readonly<Omit<Areas, keyof Sources>>;

/** What a language has to have for the pages in the frame. */
export type TranslatedInside<Name extends Translated> = Into<Name, InsideSources>;
