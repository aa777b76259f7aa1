import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

/** The dialog that creates a bundle, which is loaded when it is first opened. */
export const CreateDialog = lazyWith(() =>
  loadChunk('create-release-bundle', () => import('./CreateDialog')).then(part => part.CreateDialog),
);

/** The form that promotes a bundle, which is loaded when it is first opened. */
export const PromotionForm = lazyWith(() =>
  loadChunk('promote-release-bundle', () => import('./PromotionForm')).then(part => part.PromotionForm),
);

const loadDistribution = () =>
  loadChunk('distribution', () => import('./distribution/parts')).then(({ parts }) => parts);

/** The list of the installations that bundles are distributed to, which is loaded when it is first opened. */
export const TargetsSheet = lazyWith(() => loadDistribution().then(parts => parts.TargetsSheet));

/** The distributions of a bundle, which are loaded with the first bundle that can have some. */
export const Distributions = lazyWith(() => loadDistribution().then(parts => parts.Distributions));
