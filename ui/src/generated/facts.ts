// Generated from the state machines by `cargo test --test generated`. Do not edit.

import type { Installation } from "./types";

/** The facts of the installation, by name, with their English labels. */
export const factLabels = {
  lightweight: "Shows repositories only",
  cloud: "Run for customers who have a subscription",
  help_links_disabled: "Hides the links to the documentation",
  features: "What is supported",
  external_redirect: "All users are sent to",
  hidden_routes: "Hidden pages",
  announced_paths: "Paths that are known",
  documentation_url: "Documentation is at",
  learning_center_url: "The learning center is at",
  account_portal_url: "The account portal is at",
  archive_indexing: "Searches inside archives",
  scanning_search_for_visitors: "Lets visitors search scanned components",
} as const satisfies Record<keyof Installation, string>;

/** Those that are true or false. */
export const flags = [
  "lightweight",
  "cloud",
  "help_links_disabled",
  "archive_indexing",
  "scanning_search_for_visitors"
] as const satisfies readonly (keyof Installation)[];

/** An installation of which nothing is set. */
export const unsetInstallation: Installation = {
  "account_portal_url": null,
  "announced_paths": [],
  "archive_indexing": false,
  "cloud": false,
  "documentation_url": null,
  "external_redirect": null,
  "features": [],
  "help_links_disabled": false,
  "hidden_routes": [],
  "learning_center_url": null,
  "lightweight": false,
  "scanning_search_for_visitors": false
};
