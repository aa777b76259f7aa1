import { useId } from 'react';
import type { PackageFacets } from '@/generated/api';
import { defaultPackageTypes, excludedPackageTypes } from '@/generated/packageTypes';
import { nameOfType } from '@/shell/packageTypes';
import { severityName } from '@/shell/severities';
import { texts } from '@/texts/packages';
import css from './packages.module.css';
import { listOf, type Wanted } from './place';

interface FacetPanelProps {
  /** Undefined before the first answer. */
  facets: PackageFacets | undefined;
  wanted: Wanted;
  change: (change: Wanted) => void;
}

/** Every type is what is shown where none is ticked. */
const USUAL_TYPES = defaultPackageTypes.filter(type => type !== 'All');

/** A value of a group. Not of all of them is it known how many packages have it. */
interface Offered {
  value: string;
  count?: number;
}

interface Group {
  field: 'pkg' | 'repo' | 'licenses' | 'severities';
  title: () => string;
  offered: (facets: PackageFacets) => Offered[];
  name?: (value: string) => string;
}

const GROUPS: readonly Group[] = [
  { field: 'pkg', title: () => texts.facet.pkg, offered: typesOf, name: nameOfType },
  { field: 'repo', title: () => texts.facet.repo, offered: facets => facets.repos },
  { field: 'licenses', title: () => texts.facet.licenses, offered: facets => facets.licenses },
  {
    field: 'severities',
    title: () => texts.vulnerabilities,
    offered: facets => facets.severities.map(value => ({ value })),
    name: severityName,
  },
];

/** What the packages that are found have in common, with how many there are. Ticking one narrows the list. */
export function FacetPanel({ facets, wanted, change }: FacetPanelProps) {
  const chosen = GROUPS.reduce((sum, { field }) => sum + listOf(wanted[field]).length, 0);
  return (
    <details className={css.facets} open={window.matchMedia('(min-width: 62em)').matches}>
      <summary>{chosen === 0 ? texts.filters : texts.filtersOf({ count: chosen })}</summary>
      {GROUPS.map(({ field, title, offered, name }) => (
        <FacetGroup
          key={field}
          title={title()}
          offered={facets && offered(facets)}
          chosen={listOf(wanted[field])}
          name={name}
          choose={values => change({ [field]: values.join(',') })}
        />
      ))}
    </details>
  );
}

/** The types that are offered: also the usual ones that nothing has, and never the excluded ones. */
function typesOf({ types }: PackageFacets): Offered[] {
  const shown = types.filter(({ value }) => !excludedPackageTypes.some(type => type === value));
  const absent = USUAL_TYPES.filter(type => !shown.some(({ value }) => value === type));
  return [...shown, ...absent.map(value => ({ value, count: 0 }))];
}

/** How many values of a group are shown. */
const SHOWN_MAX = 12;

interface FacetGroupProps {
  title: string;
  offered: Offered[] | undefined;
  chosen: string[];
  name?: ((value: string) => string) | undefined;
  choose: (values: string[]) => void;
}

function FacetGroup({ title, offered, chosen, name, choose }: FacetGroupProps) {
  const id = useId();
  // what is chosen stays in sight where nothing has it
  const gone = chosen.filter(value => !offered?.some(one => one.value === value));
  const shown: Offered[] = [...gone.map(value => ({ value, count: 0 })), ...(offered ?? [])].slice(
    0,
    SHOWN_MAX,
  );
  if (shown.length === 0) return null;
  return (
    <fieldset className={css.facet} aria-labelledby={id}>
      <legend id={id}>{title}</legend>
      {shown.map(({ value, count }) => {
        const isChosen = chosen.includes(value);
        return (
          <label key={value}>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={() => choose(isChosen ? chosen.filter(one => one !== value) : [...chosen, value])}
            />
            <bdi>{name ? name(value) : value}</bdi>
            {count !== undefined && <span className={css.count}>{texts.number({ count })}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}
