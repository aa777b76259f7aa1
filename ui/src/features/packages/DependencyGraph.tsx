import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { VersionPlaceQuery } from '@/generated/api';
import { texts } from '@/texts/packageVersion';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { neededBelow } from './DependencyTree';
import css from './dependencies.module.css';
import { BOX, type Box, type Graph, grow, LEVELS_MAX, layout, NODES_MAX, short } from './dependencyGraph';
import { dependenciesQuery, newestQuery } from './dependencyQueries';
import { failure } from './failure';
import { nameOf } from './Path';
import pageCss from './packages.module.css';
import { addressOf } from './place';

/** So many letters fit a box. */
const NAME_MAX = 23;

interface DependencyGraphProps {
  /** The package. */
  id: string;
  version: string;
  at: VersionPlaceQuery;
}

/** What a version depends on, and what that depends on, as a drawing. Its text is the tree. */
export function DependencyGraph({ id, version, at }: DependencyGraphProps) {
  const found = useGraph({ id, version, at });
  if (found.isError) return <Notice kind="bad">{failure(found.error, texts.failed)}</Notice>;
  if (!found.data) return <Wait>{texts.loading}</Wait>;
  const { isCut, failed } = found.data;
  return (
    <>
      <p className={pageCss.hint}>{texts.asTree}</p>
      {isCut && <p className={pageCss.hint}>{texts.cut({ levels: LEVELS_MAX, packages: NODES_MAX })}</p>}
      {failed > 0 && <Notice kind="bad">{texts.incomplete({ count: failed })}</Notice>}
      <Drawn graph={found.data} />
    </>
  );
}

function useGraph({ id, version, at }: DependencyGraphProps) {
  const { api } = useEngine();
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['packages', 'graph', at.repoKey, at.path],
    queryFn: () =>
      grow({ id, name: nameOf(id), version, at }, async (place, level) => {
        const { dependencies } = await queries.fetchQuery(dependenciesQuery(api, place));
        const needs = level === 1 ? dependencies : neededBelow(dependencies);
        const newest = await queries.fetchQuery(
          newestQuery(
            api,
            needs.map(one => one.package_id),
          ),
        );
        return needs.map(({ package_id, name }) => ({
          id: package_id,
          name,
          stored: newest[package_id] ?? null,
        }));
      }),
    retry: false,
  });
}

function Drawn({ graph }: { graph: Graph }) {
  const arrow = useId();
  const { width, height, boxes, lines } = useMemo(() => layout(graph), [graph]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
    <section className={css.graph} tabIndex={0} aria-label={texts.graph} dir="ltr">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the section has the name; a title would be a tooltip over all */}
      <svg className={css.drawing} width={width} height={height}>
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path className={css.head} d="M0 0.5 7.5 4 0 7.5z" />
          </marker>
        </defs>
        {lines.map(({ from, to, path, leadsBack }) => (
          <path
            key={`${from} ${to}`}
            className={css.line}
            data-back={leadsBack || undefined}
            d={path}
            markerEnd={`url(#${arrow})`}
          />
        ))}
        {boxes.map(box => (
          <Node key={box.id} of={box} />
        ))}
      </svg>
    </section>
  );
}

/** A package. One that is stored leads to its newest version; the one that the graph is about is open already. */
function Node({ of }: { of: Box }) {
  const { id, name, version, level, x, y } = of;
  const box = (
    <>
      <title>{version === null ? name : `${name} ${version}`}</title>
      <rect x={x} y={y} width={BOX.width} height={BOX.height} rx="6" />
      <text x={x + 10} y={y + 17}>
        {short(name, NAME_MAX)}
      </text>
      <text className={css.boxVersion} x={x + 10} y={y + 32}>
        {short(version ?? '–', NAME_MAX)}
      </text>
    </>
  );
  if (version === null || level === 0)
    return (
      <g className={css.box} data-kind={level === 0 ? 'root' : 'absent'}>
        {box}
      </g>
    );
  return (
    <Link className={css.box} to={addressOf(id, version)}>
      {box}
    </Link>
  );
}
