// Shows the data table with as many rows as the address asks for (?rows=100000). Not part of the build.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@/ui/tokens.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { directionOf, isLanguage, switchLanguage } from '@/texts/i18n/languages';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import { cssVariables, makeTheme } from '@/ui/theme';

interface Artifact {
  path: string;
  repository: string;
  bytes: number | null;
  uses: number;
  changed: string;
  by: string;
}

const columns: readonly TableColumn<Artifact>[] = [
  { id: 'path', label: 'Path', width: 320, mono: true, value: row => row.path },
  { id: 'repository', label: 'Repository', width: 150, value: row => row.repository },
  { id: 'bytes', label: 'Bytes', kind: 'number', width: 110, value: row => row.bytes },
  { id: 'uses', label: 'Downloads', kind: 'number', width: 110, value: row => row.uses },
  { id: 'changed', label: 'Changed', kind: 'date', width: 190, value: row => row.changed },
  { id: 'by', label: 'Changed by', width: 130, value: row => row.by, hidden: true },
];

const repositories = ['libs-release', 'libs-snapshot', 'images', 'docs', '=HYPERLINK("x")'];
const people = ['ann', 'bob', 'Çelik', 'Ďuro', 'eve'];

function artifact(index: number): Artifact {
  // the same rows every time, in no order
  const mixed = (index * 2_654_435_761) % 4_294_967_296;
  return {
    path: `org/waybill/part-${mixed % 977}/item-${index}.jar`,
    repository: repositories[mixed % repositories.length] ?? '',
    bytes: mixed % 13 === 0 ? null : mixed % 90_000_000,
    uses: mixed % 4_001,
    changed: new Date(1_700_000_000_000 + (mixed % 60_000_000) * 1000).toISOString(),
    by: people[mixed % people.length] ?? '',
  };
}

const options = new URLSearchParams(window.location.search);
const state = options.get('state');
const count = state === 'empty' ? 0 : Number(options.get('rows') ?? 100_000);
const rows =
  state === 'loading' || state === 'failed'
    ? undefined
    : Array.from({ length: count }, (_, i) => artifact(i));

function Stage() {
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [opened, open] = useState('');
  return (
    <main style={{ blockSize: '100dvh', padding: 16, display: 'flex', flexDirection: 'column', gap: 8 }}>
      <h1 style={{ margin: 0, fontSize: '1.25rem' }}>Artifacts</h1>
      <div style={{ flex: 1, minBlockSize: 0 }}>
        <DataTable
          id="stage"
          label="Artifacts"
          columns={columns}
          rows={rows}
          rowId={row => row.path}
          failure={state === 'failed' ? 'The artifacts could not be loaded.' : null}
          retry={() => window.location.reload()}
          empty={{ title: 'No artifacts yet', text: 'What is uploaded appears here.' }}
          activate={row => open(row.path)}
          selection={{ selected, select }}
          fill
        />
      </div>
      <output>{opened}</output>
    </main>
  );
}

const language = options.get('language') ?? 'en';
if (isLanguage(language)) {
  await switchLanguage(language);
  const root = document.getElementById('root');
  if (root)
    createRoot(root).render(
      <DirectionProvider initialDirection={directionOf(language)} detectDirection={false}>
        <MantineProvider theme={makeTheme()} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <Stage />
        </MantineProvider>
      </DirectionProvider>,
    );
}
