// Generated from the state machines by `cargo test --test generated`. Do not edit.

/** The vendors: their names in records and addresses, and their codes in calls (DET-04). */
export const gitVendors = [
  {
    "code": 1,
    "isHosted": true,
    "key": "github",
    "name": "GitHub"
  },
  {
    "code": 2,
    "isHosted": true,
    "key": "gitlab",
    "name": "GitLab"
  },
  {
    "code": 3,
    "isHosted": true,
    "key": "bitbucket_cloud",
    "name": "Bitbucket Cloud"
  },
  {
    "code": 4,
    "isHosted": false,
    "key": "bitbucket_server",
    "name": "Bitbucket Server"
  }
] as const;

/** What an integration can be used for. */
export const gitProducts = [
  "scanning"
] as const;

/** The most characters of what is entered, and the most repositories of an integration. */
export const gitLimits = {
  "chosenRepositories": 200,
  "name": 100,
  "token": 512,
  "url": 500,
  "userName": 200
} as const;
