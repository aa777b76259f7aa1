// Generated from the state machines by `cargo test --test generated`. Do not edit.

/** The whole route table. */
export const routes = [
  {
    "access": "console",
    "cancels_pending": false,
    "leads_to": "sessionActivity",
    "name": "root",
    "path": "/",
    "query": [],
    "skips_licence": false,
    "title": "Home"
  },
  {
    "access": "console",
    "cancels_pending": false,
    "leads_to": "sessionActivity",
    "name": "home",
    "path": "/home",
    "query": [],
    "skips_licence": false,
    "title": "Home"
  },
  {
    "access": "unauthenticated",
    "cancels_pending": true,
    "leads_to": null,
    "name": "login",
    "path": "/login",
    "query": [
      "logout",
      "fromUnauthorized"
    ],
    "skips_licence": false,
    "title": "Log in"
  },
  {
    "access": "unauthenticated",
    "cancels_pending": true,
    "leads_to": null,
    "name": "otpLogin",
    "path": "/login/otp-login",
    "query": [],
    "skips_licence": false,
    "title": "Verify it is you"
  },
  {
    "access": "unauthenticated",
    "cancels_pending": true,
    "leads_to": null,
    "name": "mfaEnroll",
    "path": "/login/mfa-enroll",
    "query": [],
    "skips_licence": false,
    "title": "Set up a second factor"
  },
  {
    "access": "unauthenticated",
    "cancels_pending": true,
    "leads_to": null,
    "name": "changePassword",
    "path": "/login/change-password",
    "query": [],
    "skips_licence": false,
    "title": "Change password"
  },
  {
    "access": "unauthenticated",
    "cancels_pending": true,
    "leads_to": "login",
    "name": "logout",
    "path": "/logout",
    "query": [],
    "skips_licence": false,
    "title": "Log out"
  },
  {
    "access": "unauthenticated",
    "cancels_pending": true,
    "leads_to": null,
    "name": "setup",
    "path": "/setup",
    "query": [],
    "skips_licence": false,
    "title": "Set up Waybill"
  },
  {
    "access": "console",
    "cancels_pending": false,
    "leads_to": null,
    "name": "sessionActivity",
    "path": "/session-activity",
    "query": [
      "fromUnauthorized",
      "machine"
    ],
    "skips_licence": false,
    "title": "Session activity"
  },
  {
    "access": "admin",
    "cancels_pending": false,
    "leads_to": null,
    "name": "admin.licenses.licenses",
    "path": "/admin/license_management/licenses",
    "query": [
      "fromUnauthorized"
    ],
    "skips_licence": true,
    "title": "Licenses"
  },
  {
    "access": "unauthenticated",
    "cancels_pending": false,
    "leads_to": null,
    "name": "authorization",
    "path": "/authorization",
    "query": [],
    "skips_licence": false,
    "title": "Not authorized"
  },
  {
    "access": "unauthenticated",
    "cancels_pending": false,
    "leads_to": null,
    "name": "notFound",
    "path": "/404",
    "query": [],
    "skips_licence": false,
    "title": "Page not found"
  },
  {
    "access": "unauthenticated",
    "cancels_pending": false,
    "leads_to": null,
    "name": "serverError",
    "path": "/500",
    "query": [],
    "skips_licence": false,
    "title": "Something went wrong"
  }
] as const;

export type RouteName = (typeof routes)[number]["name"];
