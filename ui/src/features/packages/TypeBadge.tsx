import css from './packages.module.css';

/** Names of products, which are the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
  npm: 'npm',
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
export function TypeBadge({ type }: { type: string }) {
  return (
    <span className={css.type} data-type={type}>
      {nameOfType(type)}
    </span>
  );
}

export const nameOfType = (type: string): string => NAMES[type] ?? type;
