import type { TranslatedInside } from '../i18n/areas';
import { account } from './account';
import { activity } from './activity';
import { acts } from './acts';
import { advanced } from './advanced';
import { applications } from './applications';
import { archive } from './archive';
import { artifacts } from './artifacts';
import { builds } from './builds';
import { cleanup } from './cleanup';
import { distribution } from './distribution';
import { downloadRules } from './downloadRules';
import { facts } from './facts';
import { frame } from './frame';
import { frontends } from './frontends';
import { git } from './git';
import { home } from './home';
import { identities } from './identities';
import { integrations } from './integrations';
import { lately } from './lately';
import { licences } from './licences';
import { licenceTypes } from './licenceTypes';
import { logs } from './logs';
import { mail } from './mail';
import { notices } from './notices';
import { onboarding } from './onboarding';
import { outboundProxies } from './outboundProxies';
import { packageDetails } from './packageDetails';
import { packages } from './packages';
import { packageUse } from './packageUse';
import { packageVersion } from './packageVersion';
import { palette } from './palette';
import { passkeys } from './passkeys';
import { people } from './people';
import { permissions } from './permissions';
import { pipelinesSearch } from './pipelinesSearch';
import { provisioning } from './provisioning';
import { proxies } from './proxies';
import { registrationSettings } from './registrationSettings';
import { releaseBundles } from './releaseBundles';
import { repositories } from './repositories';
import { sbom } from './sbom';
import { scanningSearch } from './scanningSearch';
import { search } from './search';
import { services } from './services';
import { sessionEnd } from './sessionEnd';
import { settings } from './settings';
import { signInProviders } from './signInProviders';
import { status } from './status';
import { support } from './support';
import { table } from './table';
import { template } from './template';
import { tokens } from './tokens';
import { trustedIssuers } from './trustedIssuers';
import { unsaved } from './unsaved';
import { userDirectories } from './userDirectories';
import { viewAs } from './viewAs';
import { webhooks } from './webhooks';
import { why } from './why';

/** What the pages in the frame show, in Arabic. */
export const arabicInside: TranslatedInside<'ar'> = {
  applications,
  archive,
  artifacts,
  builds,
  packageUse,
  packageDetails,
  packages,
  identities,
  signInProviders,
  account,
  activity,
  acts,
  home,
  table,
  frontends,
  frame,
  packageVersion,
  facts,
  git,
  integrations,
  webhooks,
  why,
  palette,
  logs,
  mail,
  notices,
  onboarding,
  viewAs,
  cleanup,
  distribution,
  downloadRules,
  status,
  repositories,
  permissions,
  tokens,
  trustedIssuers,
  sbom,
  scanningSearch,
  pipelinesSearch,
  search,
  services,
  template,
  people,
  outboundProxies,
  proxies,
  lately,
  licences,
  licenceTypes,
  support,
  releaseBundles,
  settings,
  advanced,
  sessionEnd,
  provisioning,
  registrationSettings,
  passkeys,
  unsaved,
  userDirectories,
};
