// Generated from the state machines by `cargo test --test generated`. Do not edit.

// The calls that only pages of accounts make.

import type { AccessTokens, AccountChanges, Accounts, ApiKey, ClientLoginOutcome, ClientLoginResponse, CreatedAccount, CreatedRobot, DescribedSignInProvider, DescribedTrustedIssuer, DescribedUserDirectory, DevicesForgotten, DirectoryCredentials, Empty, ForgetDevices, Group, GroupChanges, Groups, IdentityToken, IssuerTokenTest, LinkedIdentities, ListAccounts, ListedUser, ListedUserDirectories, MailServerPage, MailTest, MemberRoles, MembersChange, NewAccount, NewDeviceLink, NewGroup, NewIdentityToken, NewPasswordLink, NewRobot, OwnDevices, OwnPasskeys, OwnPassword, OwnProfile, OwnProfileChanges, OwnToken, PasskeyChallenge, PasskeyName, Project, ProjectGroup, ProjectGroups, ProjectMember, ProjectMembers, ProviderAddress, ProvisioningPage, PublishedMetadata, RegistrationPage, RevokeSessions, SamlMetadata, SentMails, Sessions, SessionsRevoked, SignInProviders, TestedIssuerToken, TestedSignInProvider, TestedUserDirectory, TokenRevoked, TrustedIssuers, UserDirectoryTest, WantedMailServer, WantedPasswordLink, WantedProvisioning, WantedRegistration, WantedSignInProvider, WantedTrustedIssuer, WantedUserDirectory, Sender } from "./api";
import { part, search } from "./api";

/** The sessions of the same user. */
export const getAuthSessions = (api: Sender) =>
  api.call<Sessions>("GET", `ui/auth/sessions`);

/** Ends one of the user's sessions, or all others. */
export const postAuthSessionsRevoke = (api: Sender, body: RevokeSessions) =>
  api.call<SessionsRevoked>("POST", `ui/auth/sessions/revoke`, body);

/** Makes a link with which the user signs in on a new device. */
export const postAuthDeviceLink = (api: Sender) =>
  api.call<NewDeviceLink>("POST", `ui/auth/deviceLink`);

/** The devices known to the user's account. */
export const getAuthDevices = (api: Sender) =>
  api.call<OwnDevices>("GET", `ui/auth/devices`);

/** Forgets one of the user's known devices, or all others. */
export const postAuthDevicesForget = (api: Sender, body: ForgetDevices) =>
  api.call<DevicesForgotten>("POST", `ui/auth/devices/forget`, body);

/** The passkeys of the user. */
export const getAuthPasskeys = (api: Sender) =>
  api.call<OwnPasskeys>("GET", `ui/auth/passkeys`);

/** Begins to add a passkey of the user. */
export const postAuthPasskeys = (api: Sender) =>
  api.call<PasskeyChallenge>("POST", `ui/auth/passkeys`);

/** Gives a passkey of the user another name. */
export const putAuthPasskeysId = (api: Sender, id: string, body: PasskeyName) =>
  api.call<Empty>("PUT", `ui/auth/passkeys/${part(id)}`, body);

/** Removes a passkey of the user, and ends the sign-ins that came by it. */
export const deleteAuthPasskeysId = (api: Sender, id: string) =>
  api.call<Empty>("DELETE", `ui/auth/passkeys/${part(id)}`);

/** Whether visitors create accounts. */
export const getAccessApiUiRegistration = (api: Sender) =>
  api.call<RegistrationPage>("GET", `access/api/ui/registration`);

/** Sets whether visitors create accounts. */
export const putAccessApiUiRegistration = (api: Sender, body: WantedRegistration) =>
  api.call<RegistrationPage>("PUT", `access/api/ui/registration`, body);

/** The user's profile, unlocked by the password. */
export const postUserProfile = (api: Sender, body: OwnPassword) =>
  api.call<OwnProfile>("POST", `ui/userProfile`, body);

/** Changes the user's own account. */
export const patchUserProfile = (api: Sender, body: OwnProfileChanges) =>
  api.call<OwnProfile>("PATCH", `ui/userProfile`, body);

/** The user's API key. */
export const getUserApiKeyUsername = (api: Sender, username: string) =>
  api.call<ApiKey>("GET", `ui/userApiKey/${part(username)}`);

/** Makes an API key, in place of the one before. */
export const postUserApiKeyUsername = (api: Sender, username: string) =>
  api.call<ApiKey>("POST", `ui/userApiKey/${part(username)}`);

/** Makes a token with which a program identifies itself as the user. */
export const postAuthIdentifyToken = (api: Sender, body: NewIdentityToken) =>
  api.call<IdentityToken>("POST", `ui/auth/identifyToken`, body);

/** The user's own access tokens. */
export const getAuthTokens = (api: Sender) =>
  api.call<AccessTokens>("GET", `ui/auth/tokens`);

/** Revokes one of the user's own tokens. */
export const postAuthTokensRevoke = (api: Sender, body: OwnToken) =>
  api.call<TokenRevoked>("POST", `ui/auth/tokens/revoke`, body);

/** A page of the accounts. */
export const getAccessApiUiUsers = (api: Sender, query: ListAccounts = {}) =>
  api.call<Accounts>("GET", `access/api/ui/users${search(query)}`);

/** An account. */
export const getAccessApiUiUsersPerson = (api: Sender, person: string) =>
  api.call<ListedUser>("GET", `access/api/ui/users/${part(person)}`);

/** Creates an account, and makes a link with which its owner chooses the password. */
export const postAccessApiUiUsers = (api: Sender, body: NewAccount) =>
  api.call<CreatedAccount>("POST", `access/api/ui/users`, body);

/** Changes an account: state, roles, mail address, groups. */
export const patchAccessApiUiUsersPerson = (api: Sender, person: string, body: AccountChanges) =>
  api.call<ListedUser>("PATCH", `access/api/ui/users/${part(person)}`, body);

/** Resets a password, and makes a link with which its owner chooses another one. */
export const postAccessApiUiUsersPersonPasswordLink = (api: Sender, person: string, body: WantedPasswordLink) =>
  api.call<NewPasswordLink>("POST", `access/api/ui/users/${part(person)}/passwordLink`, body);

/** Removes a user's second factor. */
export const postAccessApiUiUsersPersonResetSecondFactor = (api: Sender, person: string) =>
  api.call<ListedUser>("POST", `access/api/ui/users/${part(person)}/resetSecondFactor`);

/** Lets a user sign in on any device again, after too many wrong attempts. */
export const postAccessApiUiUsersPersonUnlock = (api: Sender, person: string) =>
  api.call<ListedUser>("POST", `access/api/ui/users/${part(person)}/unlock`);

/** Ends all sessions of a user. */
export const postAccessApiUiUsersPersonEndSessions = (api: Sender, person: string) =>
  api.call<SessionsRevoked>("POST", `access/api/ui/users/${part(person)}/endSessions`);

/** Makes a link with which a user signs in on a new device. */
export const postAccessApiUiUsersPersonDeviceLink = (api: Sender, person: string) =>
  api.call<NewDeviceLink>("POST", `access/api/ui/users/${part(person)}/deviceLink`);

/** All groups. */
export const getAccessApiUiGroups = (api: Sender) =>
  api.call<Groups>("GET", `access/api/ui/groups`);

/** Creates a group. */
export const postAccessApiUiGroups = (api: Sender, body: NewGroup) =>
  api.call<Group>("POST", `access/api/ui/groups`, body);

/** Changes a group. */
export const patchAccessApiUiGroupsName = (api: Sender, name: string, body: GroupChanges) =>
  api.call<Group>("PATCH", `access/api/ui/groups/${part(name)}`, body);

/** Deletes a group. */
export const deleteAccessApiUiGroupsName = (api: Sender, name: string) =>
  api.call<Empty>("DELETE", `access/api/ui/groups/${part(name)}`);

/** Users join a group, or leave it. */
export const patchAccessApiUiGroupsNameMembers = (api: Sender, name: string, body: MembersChange) =>
  api.call<Group>("PATCH", `access/api/ui/groups/${part(name)}/members`, body);

/** Creates a robot: an account of a program, with its first access token. */
export const postAccessApiUiRobots = (api: Sender, body: NewRobot) =>
  api.call<CreatedRobot>("POST", `access/api/ui/robots`, body);

/** Makes another access token of a robot. */
export const postAccessApiUiRobotsPersonTokens = (api: Sender, person: string, body: NewIdentityToken) =>
  api.call<IdentityToken>("POST", `access/api/ui/robots/${part(person)}/tokens`, body);

/** The access tokens of all accounts. */
export const getAccessApiUiTokens = (api: Sender) =>
  api.call<AccessTokens>("GET", `access/api/ui/tokens`);

/** Revokes an access token. */
export const deleteAccessApiUiTokensId = (api: Sender, id: string) =>
  api.call<TokenRevoked>("DELETE", `access/api/ui/tokens/${part(id)}`);

/** The user confirms a command-line client, or denies it. */
export const postAccessApiV2AuthenticationJfrogClientLoginResponse = (api: Sender, body: ClientLoginResponse) =>
  api.call<ClientLoginOutcome>("POST", `access/api/v2/authentication/jfrog_client_login/response`, body);

/** The mail server. */
export const getAccessApiUiMailServer = (api: Sender) =>
  api.call<MailServerPage>("GET", `access/api/ui/mail/server`);

/** Sets the mail server up, or changes it. */
export const putAccessApiUiMailServer = (api: Sender, body: WantedMailServer) =>
  api.call<MailServerPage>("PUT", `access/api/ui/mail/server`, body);

/** Removes the mail server, with its password. */
export const deleteAccessApiUiMailServer = (api: Sender) =>
  api.call<MailServerPage>("DELETE", `access/api/ui/mail/server`);

/** Sends a test to an address, and answers once the mail server has taken it. */
export const postAccessApiUiMailTest = (api: Sender, body: MailTest) =>
  api.call<Empty>("POST", `access/api/ui/mail/test`, body);

/** The newest mails, and what has come of them. */
export const getAccessApiUiMailLog = (api: Sender) =>
  api.call<SentMails>("GET", `access/api/ui/mail/log`);

/** All issuers whose tokens are exchanged for access tokens of robots. */
export const getAccessApiUiTrustedIssuers = (api: Sender) =>
  api.call<TrustedIssuers>("GET", `access/api/ui/trusted_issuers`);

/** Trusts an issuer. */
export const postAccessApiUiTrustedIssuers = (api: Sender, body: WantedTrustedIssuer) =>
  api.call<DescribedTrustedIssuer>("POST", `access/api/ui/trusted_issuers`, body);

/** Changes an issuer and its rules. */
export const putAccessApiUiTrustedIssuersName = (api: Sender, name: string, body: WantedTrustedIssuer) =>
  api.call<DescribedTrustedIssuer>("PUT", `access/api/ui/trusted_issuers/${part(name)}`, body);

/** Trusts an issuer no longer. */
export const deleteAccessApiUiTrustedIssuersName = (api: Sender, name: string) =>
  api.call<Empty>("DELETE", `access/api/ui/trusted_issuers/${part(name)}`);

/** Says which rule a token would match, without making one. */
export const postAccessApiUiTrustedIssuersNameTest = (api: Sender, name: string, body: IssuerTokenTest) =>
  api.call<TestedIssuerToken>("POST", `access/api/ui/trusted_issuers/${part(name)}/test`, body);

/** All providers with which users sign in. */
export const getAccessApiUiSignInProviders = (api: Sender) =>
  api.call<SignInProviders>("GET", `access/api/ui/sign_in_providers`);

/** Adds a provider. */
export const postAccessApiUiSignInProviders = (api: Sender, body: WantedSignInProvider) =>
  api.call<DescribedSignInProvider>("POST", `access/api/ui/sign_in_providers`, body);

/** Changes a provider. */
export const putAccessApiUiSignInProvidersName = (api: Sender, name: string, body: WantedSignInProvider) =>
  api.call<DescribedSignInProvider>("PUT", `access/api/ui/sign_in_providers/${part(name)}`, body);

/** Deletes a provider. */
export const deleteAccessApiUiSignInProvidersName = (api: Sender, name: string) =>
  api.call<Empty>("DELETE", `access/api/ui/sign_in_providers/${part(name)}`);

/** Says where the documents of a provider lead. */
export const postAccessApiUiSignInProvidersNameTest = (api: Sender, name: string) =>
  api.call<TestedSignInProvider>("POST", `access/api/ui/sign_in_providers/${part(name)}/test`);

/** Reads the metadata of a provider of SAML. */
export const postAccessApiUiSignInProviderMetadata = (api: Sender, body: PublishedMetadata) =>
  api.call<SamlMetadata>("POST", `access/api/ui/sign_in_provider_metadata`, body);

/** The identities with which a user signs in. */
export const getAccessApiUiUsersPersonIdentities = (api: Sender, person: string) =>
  api.call<LinkedIdentities>("GET", `access/api/ui/users/${part(person)}/identities`);

/** Unlinks an identity of a user, and ends the sign-ins that came by it. */
export const deleteAccessApiUiUsersPersonIdentitiesId = (api: Sender, person: string, id: string) =>
  api.call<Empty>("DELETE", `access/api/ui/users/${part(person)}/identities/${part(id)}`);

/** Begins to link an identity at a provider to the user's account. */
export const postAuthSsoNameLink = (api: Sender, name: string) =>
  api.call<ProviderAddress>("POST", `ui/auth/sso/${part(name)}/link`);

/** Begins to sign in at a provider once more, before an act. */
export const postAuthSsoNameConfirm = (api: Sender, name: string) =>
  api.call<ProviderAddress>("POST", `ui/auth/sso/${part(name)}/confirm`);

/** The identities with which the user signs in. */
export const getAuthIdentities = (api: Sender) =>
  api.call<LinkedIdentities>("GET", `ui/auth/identities`);

/** Unlinks an identity of the user. */
export const deleteAuthIdentitiesId = (api: Sender, id: string) =>
  api.call<Empty>("DELETE", `ui/auth/identities/${part(id)}`);

/** Whether clients provision users and groups. */
export const getAccessApiUiProvisioning = (api: Sender) =>
  api.call<ProvisioningPage>("GET", `access/api/ui/provisioning`);

/** Switches provisioning on or off. */
export const putAccessApiUiProvisioning = (api: Sender, body: WantedProvisioning) =>
  api.call<ProvisioningPage>("PUT", `access/api/ui/provisioning`, body);

/** All directories that check passwords. */
export const getAccessApiUiUserDirectories = (api: Sender) =>
  api.call<ListedUserDirectories>("GET", `access/api/ui/user_directories`);

/** Adds a directory. */
export const postAccessApiUiUserDirectories = (api: Sender, body: WantedUserDirectory) =>
  api.call<DescribedUserDirectory>("POST", `access/api/ui/user_directories`, body);

/** Changes a directory. */
export const putAccessApiUiUserDirectoriesName = (api: Sender, name: string, body: WantedUserDirectory) =>
  api.call<DescribedUserDirectory>("PUT", `access/api/ui/user_directories/${part(name)}`, body);

/** Deletes a directory. */
export const deleteAccessApiUiUserDirectoriesName = (api: Sender, name: string) =>
  api.call<Empty>("DELETE", `access/api/ui/user_directories/${part(name)}`);

/** Connects to a directory, and finds a user in it. */
export const postAccessApiUiUserDirectoriesNameTest = (api: Sender, name: string, body: UserDirectoryTest) =>
  api.call<TestedUserDirectory>("POST", `access/api/ui/user_directories/${part(name)}/test`, body);

/** Links the identity that a directory knows the user by. */
export const postAuthDirectoriesLink = (api: Sender, body: DirectoryCredentials) =>
  api.call<Empty>("POST", `ui/auth/directories/link`, body);

/** A project. */
export const getProjectsKey = (api: Sender, key: string) =>
  api.call<Project>("GET", `projects/${part(key)}`);

/** The members of a project. */
export const getProjectsKeyUsers = (api: Sender, key: string) =>
  api.call<ProjectMembers>("GET", `projects/${part(key)}/users`);

/** Makes a user a member of a project, or changes the role. */
export const putProjectsKeyUsersName = (api: Sender, key: string, name: string, body: MemberRoles) =>
  api.call<ProjectMember>("PUT", `projects/${part(key)}/users/${part(name)}`, body);

/** Ends the membership of a user in a project. */
export const deleteProjectsKeyUsersName = (api: Sender, key: string, name: string) =>
  api.call<Empty>("DELETE", `projects/${part(key)}/users/${part(name)}`);

/** The groups whose members are members of a project. */
export const getProjectsKeyGroups = (api: Sender, key: string) =>
  api.call<ProjectGroups>("GET", `projects/${part(key)}/groups`);

/** Gives the members of a group a role in a project. */
export const putProjectsKeyGroupsName = (api: Sender, key: string, name: string, body: MemberRoles) =>
  api.call<ProjectGroup>("PUT", `projects/${part(key)}/groups/${part(name)}`, body);

/** Takes the role of a group's members in a project. */
export const deleteProjectsKeyGroupsName = (api: Sender, key: string, name: string) =>
  api.call<Empty>("DELETE", `projects/${part(key)}/groups/${part(name)}`);
