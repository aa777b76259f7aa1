//! The calls of the console for signing in and for accounts.

use waybill_machines::rules::services::ServiceId::Access as AccessService;

use super::{
    auth, client_logins, devices, forgotten, groups, invitations, own_account, passkeys,
    password_links, people, proxy_sign_in, public_people, recovery_codes, registration, robots,
    setup, sign_in_page, tokens,
};
use crate::error::ErrorForm;
use crate::route::AccessEvent::{
    Account, Code, Enrolment, Login, Logout, NewDevice, Password, Revocation, Setup, Token,
};
use crate::route::{Row, delete, get, patch, post, put};

/// Set-up, sign-in, and the credentials of the signed-in user.
pub fn sign_in() -> Vec<Row> {
    vec![
        get("/setup", "Whether a link to set up the server still works.", setup::check)
            .logged_by(AccessService),
        post("/setup", "Creates the first administrator.", setup::claim).logs_access(Setup),
        post("/ui/auth/login", "Signs in.", auth::log_in).limits_itself().logs_access(Login),
        post("/access/auth/login", "Signs in.", auth::log_in_to_access)
            .limits_itself()
            .logs_access(Login),
        post(
            "/ui/auth/httpSso",
            "Signs in as the user whom a proxy has signed in.",
            proxy_sign_in::log_in,
        )
        .logs_access(Login),
        post(
            "/ui/auth/httpSso/link",
            "Links the identity that a proxy knows the user by.",
            proxy_sign_in::link,
        )
        .logs_access(Account),
        post("/ui/auth/logout", "Signs out.", auth::log_out).logs_access(Logout),
        get("/ui/auth/current", "Who has signed in.", auth::current).logged_by(AccessService),
        post("/ui/auth/changePassword", "Changes the user's password.", auth::change_password)
            .logs_access(Password),
        post(
            "/ui/auth/deviceLink",
            "Makes a link with which the user signs in on a new device.",
            devices::make_own,
        )
        .logs_access(NewDevice),
        post(
            "/ui/auth/passwordLink/check",
            "Whether a link for choosing a password works, and whose it is.",
            password_links::check,
        )
        .logged_by(AccessService),
        post("/ui/auth/passwordLink", "Chooses a password with a link.", password_links::choose)
            .logs_access(Password),
        get("/ui/auth/devices", "The devices known to the user's account.", devices::list)
            .logged_by(AccessService),
        post(
            "/ui/auth/devices/forget",
            "Forgets one of the user's known devices, or all others.",
            devices::forget,
        )
        .logs_access(Revocation),
    ]
}

/// Replacing a forgotten password.
pub fn forgotten_passwords() -> Vec<Row> {
    vec![
        post(
            "/ui/auth/forgotpassword",
            "Has a link for a new password sent, if there is such an account.",
            forgotten::forget,
        )
        .logs_access(Password),
        post(
            "/ui/auth/validatetoken",
            "Whether the key of such a link works, and whose it is.",
            forgotten::check,
        )
        .logged_by(AccessService),
        post(
            "/ui/auth/resetpassword",
            "Sets a password with a key that the session has had checked.",
            forgotten::replace,
        )
        .logs_access(Password),
    ]
}

/// Visitors who create accounts.
pub fn registration() -> Vec<Row> {
    let settings = "/access/api/ui/registration";
    vec![
        post("/ui/auth/registration", "Sends a link that creates an account.", registration::ask)
            .logs_access(Password),
        get(settings, "Whether visitors create accounts.", registration::show)
            .depends_on(&[AccessService])
            .logged_by(AccessService),
        put(settings, "Sets whether visitors create accounts.", registration::set)
            .depends_on(&[AccessService])
            .logs_access(Account),
    ]
}

/// What the sign-in page offers. Visitors need it, so that none of it is secret.
pub fn sign_in_page() -> Vec<Row> {
    let form = "What the form for signing in offers.";
    vec![
        get("/ui/auth/loginRelatedData", form, sign_in_page::related_data).logged_by(AccessService),
        get("/access/auth/loginRelatedData", form, sign_in_page::related_data)
            .logged_by(AccessService),
        get(
            "/ui/auth/autoRedirect",
            "Whether the sign-in page leads straight to the provider.",
            sign_in_page::auto_redirect,
        )
        .logged_by(AccessService),
        get(
            "/ui/auth/loginDialogSettings",
            "The message on the sign-in page.",
            sign_in_page::dialog_settings,
        )
        .logged_by(AccessService),
        get(
            "/ui/auth/loginVisualMode",
            "Which way of signing in the page offers first.",
            sign_in_page::visual_mode,
        )
        .logged_by(AccessService),
        get(
            "/ui/auth/userPlugins",
            "Whether a plugin of the operator's keeps passwords.",
            sign_in_page::user_plugins,
        )
        .logged_by(AccessService),
        get(
            "/ui/auth/externalLogins",
            "Whether directories check passwords, and whether a proxy has signed a user in.",
            proxy_sign_in::offered,
        )
        .logged_by(AccessService),
        get("/ui/auth/saml/logoutUrl", "Where signing out leads.", sign_in_page::logout_url)
            .logged_by(AccessService),
    ]
}

/// Second factors.
pub fn second_factors() -> Vec<Row> {
    vec![
        get("/ui/auth/mfa/enroll", "The second factor that is to be set up.", auth::enrolment)
            .logged_by(AccessService),
        post("/ui/auth/mfa/enroll", "Sets up the second factor.", auth::enroll)
            .logs_access(Enrolment),
        post("/ui/auth/mfa/verify", "Verifies the second factor.", auth::verify)
            .limits_itself()
            .logs_access(Code),
        post(
            "/ui/auth/mfa/recoveryCodes",
            "Replaces the user's recovery codes.",
            recovery_codes::renew,
        )
        .limits_itself()
        .logs_access(Enrolment),
        get("/access/auth/mfa/enroll", "The second factor that is to be set up.", auth::enrolment)
            .logged_by(AccessService),
        post("/access/auth/mfa/enroll", "Sets up the second factor.", auth::enroll)
            .logs_access(Enrolment),
        post("/access/auth/mfa/verify", "Verifies the second factor.", auth::verify)
            .limits_itself()
            .logs_access(Code),
    ]
}

/// Passkeys.
pub fn passkeys() -> Vec<Row> {
    let one = "/ui/auth/passkeys/{id}";
    vec![
        post(
            "/ui/auth/passkey/ask",
            "A question for the authenticators of the browser.",
            passkeys::ask,
        )
        .limits_itself()
        .logged_by(AccessService),
        post(
            "/ui/auth/passkey/answer",
            "Takes what an authenticator has answered: signs in, or proves or sets up a second factor.",
            passkeys::answer,
        )
        .limits_itself()
        .logs_access(Login),
        get("/ui/auth/passkeys", "The passkeys of the user.", passkeys::own)
            .logged_by(AccessService),
        post("/ui/auth/passkeys", "Begins to add a passkey of the user.", passkeys::ask_new)
            .logs_access(Account),
        put(one, "Gives a passkey of the user another name.", passkeys::rename)
            .logs_access(Account),
        delete(
            one,
            "Removes a passkey of the user, and ends the sign-ins that came by it.",
            passkeys::remove,
        )
        .logs_access(Account),
    ]
}

/// Accounts, for administrators.
pub fn users() -> Vec<Row> {
    vec![
        get("/access/api/ui/users", "A page of the accounts.", people::list)
            .depends_on(&[AccessService]),
        get("/access/api/ui/users/{person}", "An account.", people::one)
            .depends_on(&[AccessService]),
        post(
            "/access/api/ui/users",
            "Creates an account, and makes a link with which its owner chooses the password.",
            people::create,
        )
        .depends_on(&[AccessService])
        .logs_access(Account),
        patch(
            "/access/api/ui/users/{person}",
            "Changes an account: state, roles, mail address, groups.",
            people::change,
        )
        .depends_on(&[AccessService])
        .logs_access(Account),
        post(
            "/access/api/ui/users/{person}/passwordLink",
            "Resets a password, and makes a link with which its owner chooses another one.",
            people::reset_password,
        )
        .depends_on(&[AccessService])
        .logs_access(Account),
        post(
            "/access/api/ui/users/{person}/resetSecondFactor",
            "Removes a user's second factor.",
            people::reset_second_factor,
        )
        .depends_on(&[AccessService])
        .logs_access(Account),
        post(
            "/access/api/ui/users/{person}/unlock",
            "Lets a user sign in on any device again, after too many wrong attempts.",
            people::unlock,
        )
        .depends_on(&[AccessService])
        .logs_access(Account),
        post(
            "/access/api/ui/users/{person}/endSessions",
            "Ends all sessions of a user.",
            people::end_sessions,
        )
        .depends_on(&[AccessService])
        .logs_access(Revocation),
        post(
            "/access/api/ui/users/{person}/deviceLink",
            "Makes a link with which a user signs in on a new device.",
            devices::make_for,
        )
        .depends_on(&[AccessService])
        .logs_access(NewDevice),
    ]
}

/// Groups of users, for administrators.
pub fn groups() -> Vec<Row> {
    let group = "/access/api/ui/groups/{name}";
    let rows = vec![
        get("/access/api/ui/groups", "All groups.", groups::list),
        post("/access/api/ui/groups", "Creates a group.", groups::create).logs_access(Account),
        patch(group, "Changes a group.", groups::change).logs_access(Account),
        delete(group, "Deletes a group.", groups::delete).logs_access(Account),
        patch(
            "/access/api/ui/groups/{name}/members",
            "Users join a group, or leave it.",
            groups::change_members,
        )
        .logs_access(Account),
    ];
    rows.into_iter().map(|row| row.depends_on(&[AccessService])).collect()
}

/// Robots, and the tokens of all accounts, for administrators.
pub fn robots_and_tokens() -> Vec<Row> {
    let rows = vec![
        post(
            "/access/api/ui/robots",
            "Creates a robot: an account of a program, with its first access token.",
            robots::create,
        )
        .logs_access(Account),
        post(
            "/access/api/ui/robots/{person}/tokens",
            "Makes another access token of a robot.",
            robots::make_token,
        )
        .logs_access(Token),
        get("/access/api/ui/tokens", "The access tokens of all accounts.", tokens::list)
            .logged_by(AccessService),
        delete("/access/api/ui/tokens/{id}", "Revokes an access token.", tokens::revoke)
            .logs_access(Revocation),
    ];
    rows.into_iter().map(|row| row.depends_on(&[AccessService])).collect()
}

/// The user's answer to a command-line client, for the console and at the address of the platform.
pub fn client_login() -> Vec<Row> {
    let answer = "The user confirms a command-line client, or denies it.";
    let path = "/access/api/v2/authentication/jfrog_client_login/response";
    vec![post(path, answer, client_logins::answer).logged_by(AccessService)]
}

/// The calls of command-line clients that wait for that, in the format of the platform's public API (3.2).
pub fn client_logins() -> Vec<Row> {
    let rows = vec![
        post(
            "/access/api/v2/authentication/jfrog_client_login/request",
            "A command-line client begins to wait until its user confirms it in a browser.",
            client_logins::begin,
        )
        .logged_by(AccessService),
        get(
            "/access/api/v2/authentication/jfrog_client_login/token/{session}",
            "The access token of a confirmed command-line client, once.",
            client_logins::token,
        )
        .logs_access(Token),
    ];
    rows.into_iter().map(|row| row.fails_as(ErrorForm::Listed)).collect()
}

/// The user's own account, beyond a session alone.
pub fn own_account() -> Vec<Row> {
    let key = "/ui/userApiKey/{username}";
    vec![
        post(
            "/ui/userProfile",
            "The user's profile, unlocked by the password.",
            own_account::unlock,
        )
        .logs_access(Password),
        patch("/ui/userProfile", "Changes the user's own account.", own_account::change)
            .logs_access(Account),
        get(key, "The user's API key.", own_account::api_key).logs_access(Token),
        post(key, "Makes an API key, in place of the one before.", own_account::make_api_key)
            .logs_access(Token),
        post(
            "/ui/auth/identifyToken",
            "Makes a token with which a program identifies itself as the user.",
            own_account::make_token,
        )
        .logs_access(Token),
        get("/ui/auth/tokens", "The user's own access tokens.", own_account::tokens)
            .logged_by(AccessService),
        post(
            "/ui/auth/tokens/revoke",
            "Revokes one of the user's own tokens.",
            own_account::revoke,
        )
        .logs_access(Revocation),
    ]
}

/// Users and groups for programs, in the format of the platform's public API (3.6).
pub fn public_people() -> Vec<Row> {
    let (users, user) = ("/access/api/v2/users", "/access/api/v2/users/{name}");
    let (groups, group) = ("/access/api/v2/groups", "/access/api/v2/groups/{name}");
    let reads = vec![
        get(users, "A page of the users.", public_people::users),
        get(user, "A user.", public_people::user),
        get(groups, "All groups.", public_people::groups),
        get(group, "A group.", public_people::group),
    ];
    let changes = vec![
        post(users, "Creates a user.", public_people::create_user),
        post("/access/api/v1/users/invite", "Invites a user by mail.", invitations::invite),
        patch(user, "Changes a user.", public_people::change_user),
        patch(
            "/access/api/v2/users/{name}/groups",
            "A user joins groups, and leaves groups.",
            public_people::change_user_groups,
        ),
        post(groups, "Creates a group.", public_people::create_group),
        patch(group, "Changes a group.", public_people::change_group),
        patch(
            "/access/api/v2/groups/{name}/members",
            "Users join a group, or leave it.",
            public_people::change_members,
        ),
        delete(group, "Deletes a group.", public_people::delete_group),
    ];
    let changes = changes.into_iter().map(|row| row.logs_access(Account));
    let all = reads.into_iter().map(|row| row.logged_by(AccessService)).chain(changes);
    all.map(|row| row.depends_on(&[AccessService]).accepts_tokens()).collect()
}
