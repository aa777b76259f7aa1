/** Names of products, which are the same in every language; npm is written as its type. */
const NAMES: Readonly<Record<string, string>> = {
  cargo: 'Cargo',
  docker: 'Docker',
  pypi: 'PyPI',
  helm: 'Helm',
  go: 'Go',
  maven: 'Maven',
  gradle: 'Gradle',
  ivy: 'Ivy',
  generic: 'Generic',
  mysql: 'MySQL',
  nuget: 'NuGet',
  conan: 'Conan',
};

/** The type of a package, as its clients are called. */
export const nameOfType = (type: string): string => NAMES[type] ?? type;
