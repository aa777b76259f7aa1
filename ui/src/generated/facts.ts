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
} as const satisfies Record<keyof Installation, string>;

/** Those that are true or false. */
export const flags = [
  "lightweight",
  "cloud",
  "help_links_disabled"
] as const satisfies readonly (keyof Installation)[];

/** An installation of which nothing is set. */
export const unsetInstallation: Installation = {
  "announced_paths": [],
  "cloud": false,
  "external_redirect": null,
  "features": [],
  "help_links_disabled": false,
  "hidden_routes": [],
  "lightweight": false
};
