import { CreateRepositoryDialog } from './CreateRepositoryDialog';
import { RepositoryCreatedDialog } from './RepositoryCreatedDialog';

/** The two dialogs of creating a repository, in one chunk: the second follows the first at once. */
export const creation = { CreateRepositoryDialog, RepositoryCreatedDialog };
