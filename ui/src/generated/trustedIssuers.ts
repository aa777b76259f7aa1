// Generated from the state machines by `cargo test --test generated`. Do not edit.

/** The most characters, rules and claims that can be entered, and the lives of tokens. */
export const issuerLimits = {
  "audience": 255,
  "claimName": 128,
  "claimValue": 512,
  "claims": 10,
  "description": 500,
  "name": 64,
  "rules": 50,
  "secondsMax": 3600,
  "secondsMin": 60,
  "url": 512
} as const;

/** Claims that all tokens of an issuer have, which distinguish none. */
export const claimsOfAll = [
  "iss",
  "aud",
  "exp",
  "iat",
  "nbf",
  "jti"
] as const;

/** Kinds of subjects with a path that begins with the owner. */
export const ownedSubjects = [
  "repo",
  "project_path"
] as const;

/** Issuers that anyone can have tokens of. Paths begin with the owner; names do not show it in part. */
export const publicIssuers = {
  "github": {
    "issuer": "https://token.actions.githubusercontent.com",
    "names": [
      "repository_id",
      "repository_owner",
      "repository_owner_id",
      "enterprise",
      "enterprise_id"
    ],
    "paths": [
      "repository",
      "workflow_ref"
    ]
  },
  "gitlab": {
    "issuer": "https://gitlab.com",
    "names": [
      "project_id",
      "namespace_id"
    ],
    "paths": [
      "project_path",
      "namespace_path"
    ]
  }
} as const;
