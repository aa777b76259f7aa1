import type { TreeRepository } from '@/generated/api';
import { texts } from '@/texts/artifacts';
import { notify } from '@/ui/notify';
import css from './artifacts.module.css';
import { folderOf, idOf, type Place } from './place';
import { isNote, type Row } from './rows';
import { addFiles } from './UploadSection';
import type { Uploads } from './uploads';
import { useDrop } from './useDrop';

interface UploadDrop {
  rows: readonly Row[];
  repositories: readonly TreeRepository[];
  selected: Place | null;
  uploads: Uploads;
}

/** Uploads files that are dropped on a folder of the tree, or beside one to the folder that is selected. */
export function useUploadDrop({ rows, repositories, selected, uploads }: UploadDrop) {
  /** The folder of a row, of the selected one without a row; null if it takes no files. */
  const folderFor = (id: string | null): Place | null => {
    const row = rows.find(candidate => candidate.id === (id ?? (selected && idOf(selected))));
    if (!row || isNote(row)) return null;
    const repository = repositories.find(({ key }) => key === row.place.repository);
    if (repository?.class !== 'local' || !repository.stores_by_path) return null;
    return row.kind === 'file' ? folderOf(row.place) : row.place;
  };
  return useDrop(
    id => {
      const folder = folderFor(id);
      return folder && idOf(folder);
    },
    (id, files, hasFolders) => {
      const folder = folderFor(id);
      if (!folder) return notify({ severity: 'error', text: texts.upload.notHere });
      if (hasFolders) notify({ severity: 'error', text: texts.upload.noFolders });
      addFiles(uploads, folder, files);
    },
  );
}

/** Where files that are dragged over the page would go. */
export function DropHint({ over }: { over: string | null }) {
  if (over === null) return null;
  return (
    <p className={css.dropHint}>{over === '' ? texts.upload.notHere : texts.upload.drop({ place: over })}</p>
  );
}
