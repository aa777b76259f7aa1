import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { VersionPlaceQuery } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { texts as details } from '@/texts/packageDetails';
import { texts } from '@/texts/packageVersion';
import { Notice } from '@/ui/Notice';
import { Segments } from '@/ui/Segments';
import { Wait } from '@/ui/Wait';
import { DependencyTree } from './DependencyTree';
import { dependenciesQuery } from './dependencyQueries';
import css from './packages.module.css';
import { useRememberedView } from './view';

const Waiting = () => <Wait>{texts.loading}</Wait>;

const DependencyGraph = lazyWith(
  () => loadChunk('dependency-graph', () => import('./DependencyGraph')).then(part => part.DependencyGraph),
  <Waiting />,
);

const SHAPES = ['tree', 'graph'] as const;

interface DependenciesProps {
  /** The package. */
  id: string;
  version: string;
  at: VersionPlaceQuery;
}

/** What a version depends on, and what that depends on: as a tree that is opened step by step, or as a graph. */
export function Dependencies({ id, version, at }: DependenciesProps) {
  const { api } = useEngine();
  const [shape, choose] = useRememberedView('dependencies', SHAPES);
  // here, so that the tree is as it was after a look at the graph
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const found = useQuery(dependenciesQuery(api, at));
  if (found.isError)
    return <Notice kind="bad">{failureText(found.error, details.failedDependencies)}</Notice>;
  if (!found.data) return <div className={css.skeleton} aria-hidden="true" />;
  const { dependencies } = found.data;
  if (dependencies.length === 0) return <p className={css.hint}>{details.noDependencies}</p>;
  const turn = (key: string) =>
    setOpened(before => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  return (
    <>
      <Segments
        label={texts.shape.label}
        value={shape}
        options={SHAPES.map(value => ({ value, label: texts.shape[value] }))}
        choose={choose}
      />
      <p className={css.dependencyHint}>{texts.hint}</p>
      {shape === 'tree' ? (
        <DependencyTree id={id} dependencies={dependencies} opened={opened} turn={turn} />
      ) : (
        <DependencyGraph id={id} version={version} at={at} />
      )}
    </>
  );
}
