import type {
  ReleaseBundleArtifact,
  ReleaseBundleHit,
  ReleaseBundleRow,
  ReleaseBundles,
} from '@/generated/api';
import type { BundleOrigin } from '@/generated/types';
import { texts } from '@/texts/releaseBundles';
import type { TableColumn } from '@/ui/table/columns';
import { actorName, statusOf } from './bundles';

const checksum = (
  id: 'sha256' | 'sha1' | 'md5',
  label: string,
  width: number,
): TableColumn<ReleaseBundleArtifact> => ({
  id,
  label,
  mono: true,
  sortable: false,
  width,
  value: artifact => artifact[id],
});

/** Where a bundle was promoted to at last. Only those that were created here are promoted. */
const environment: TableColumn<ReleaseBundleRow> = {
  id: 'environment',
  get label() {
    return texts.column.environment;
  },
  width: 120,
  value: bundle => bundle.environment,
};

export const bundleColumns = (
  origin: BundleOrigin,
  names: ReleaseBundles['names'],
): readonly TableColumn<ReleaseBundleRow>[] => [
  {
    id: 'name',
    get label() {
      return texts.column.name;
    },
    width: 180,
    value: bundle => bundle.name,
  },
  {
    id: 'version',
    get label() {
      return texts.column.version;
    },
    mono: true,
    value: bundle => bundle.version,
  },
  {
    id: 'status',
    get label() {
      return texts.column.status;
    },
    width: 110,
    value: statusOf,
  },
  ...(origin === 'source' ? [environment] : []),
  {
    id: 'created',
    kind: 'date',
    get label() {
      return texts.column.created;
    },
    width: 180,
    value: bundle => bundle.created,
  },
  {
    id: 'signed',
    get label() {
      return texts.column.signed;
    },
    width: 100,
    value: bundle => (bundle.signed ? texts.yes : texts.no),
  },
  {
    id: 'artifacts',
    kind: 'number',
    get label() {
      return texts.column.artifacts;
    },
    width: 100,
    value: bundle => bundle.artifacts_count,
  },
  {
    id: 'by',
    get label() {
      return texts.column.by;
    },
    hidden: true,
    value: bundle => actorName(bundle.created_by, names),
  },
];

export const foundColumns: readonly TableColumn<ReleaseBundleHit>[] = [
  {
    id: 'name',
    get label() {
      return texts.column.name;
    },
    value: found => found.name,
  },
  {
    id: 'version',
    get label() {
      return texts.column.version;
    },
    mono: true,
    value: found => found.version,
  },
  {
    id: 'paths',
    get label() {
      return texts.column.paths;
    },
    mono: true,
    width: 280,
    value: found => found.artifacts.map(({ path }) => path).join(', '),
  },
  {
    id: 'origin',
    get label() {
      return texts.column.origin;
    },
    width: 100,
    value: found => texts.tab[found.origin],
  },
  {
    id: 'created',
    kind: 'date',
    get label() {
      return texts.column.created;
    },
    width: 180,
    value: found => found.created,
  },
];

export const artifactColumns: readonly TableColumn<ReleaseBundleArtifact>[] = [
  {
    id: 'path',
    get label() {
      return texts.column.path;
    },
    mono: true,
    width: 280,
    value: artifact => artifact.path,
  },
  {
    id: 'size',
    kind: 'number',
    get label() {
      return texts.column.size;
    },
    width: 120,
    value: artifact => artifact.size,
  },
  checksum('sha256', 'SHA-256', 280),
  checksum('sha1', 'SHA-1', 220),
  checksum('md5', 'MD5', 200),
];
