import { useId } from 'react';
import type { FacetCount, PackageFacets } from '@/generated/api';
import { defaultPackageTypes, excludedPackageTypes } from '@/generated/packageTypes';
import { texts } from '@/texts/packages';
import css from './packages.module.css';
import { listOf, type Wanted } from './place';
import { nameOfType } from './TypeBadge';

interface FacetPanelProps {
  /** Undefined before the first answer. */
  facets: PackageFacets | undefined;
  wanted: Wanted;
  change: (change: Wanted) => void;
}

/** Every type is what is shown where none is ticked. */
const USUAL_TYPES = defaultPackageTypes.filter(type => type !== 'All');

const GROUPS = [
  { field: 'pkg', counts: 'types', name: nameOfType },
  { field: 'repo', counts: 'repos', name: (value: string) => value },
  { field: 'licenses', counts: 'licenses', name: (value: string) => value },
] as const;

/** What the packages that are found have in common, with how many there are. Ticking one narrows the list. */
export function FacetPanel({ facets, wanted, change }: FacetPanelProps) {
  const chosen = GROUPS.reduce((sum, { field }) => sum + listOf(wanted[field]).length, 0);
  return (
    <details className={css.facets} open={window.matchMedia('(min-width: 62em)').matches}>
      <summary>{chosen === 0 ? texts.filters : texts.filtersOf({ count: chosen })}</summary>
      {GROUPS.map(({ field, counts, name }) => (
        <FacetGroup
          key={field}
          title={texts.facet[field]}
          counts={facets && offered(counts, facets[counts])}
          chosen={listOf(wanted[field])}
          name={name}
          choose={values => change({ [field]: values.join(',') })}
        />
      ))}
    </details>
  );
}

/** The values that a group offers: of types also the usual ones that nothing has, and never the excluded ones. */
function offered(group: (typeof GROUPS)[number]['counts'], counts: FacetCount[]): FacetCount[] {
  if (group !== 'types') return counts;
  const shown = counts.filter(({ value }) => !excludedPackageTypes.some(type => type === value));
  const absent = USUAL_TYPES.filter(type => !shown.some(({ value }) => value === type));
  return [...shown, ...absent.map(value => ({ value, count: 0 }))];
}

/** How many values of a group are shown. */
const SHOWN_MAX = 12;

interface FacetGroupProps {
  title: string;
  counts: FacetCount[] | undefined;
  chosen: string[];
  name: (value: string) => string;
  choose: (values: string[]) => void;
}

function FacetGroup({ title, counts, chosen, name, choose }: FacetGroupProps) {
  const id = useId();
  // what is chosen stays in sight where nothing has it
  const gone = chosen.filter(value => !counts?.some(one => one.value === value));
  const shown = [...gone.map(value => ({ value, count: 0 })), ...(counts ?? [])].slice(0, SHOWN_MAX);
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
            <bdi>{name(value)}</bdi>
            <span className={css.count}>{texts.number({ count })}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
