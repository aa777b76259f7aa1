// Generated from the state machines by `cargo test --test generated`. Do not edit.

/** The package types that lists and filters offer. */
export const defaultPackageTypes = [
  "All",
  "docker",
  "npm",
  "maven",
  "go",
  "nuget",
  "helm",
  "mysql"
] as const;

/** Package types that are never offered. */
export const excludedPackageTypes = [
  "dockerV1",
  "terraformBackend",
  "releasebundles"
] as const;

/** Package types whose details are shown in a way of their own. */
export const separatePackageTypes = [
  "maven",
  "ivy",
  "gradle",
  "docker",
  "conan"
] as const;

/** The names of repositories to begin with. */
export const sampleRepositories = [
  "npm-local",
  "npm-remote",
  "docker-local",
  "docker-virtual"
] as const;
