import { type DragEvent, useRef, useState } from 'react';

/** The attribute of elements that files can be dropped on; its value names what they stand for. */
export const DROP = 'data-drop';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

const idAt = ({ target }: DragEvent) =>
  target instanceof Element ? (target.closest(`[${DROP}]`)?.getAttribute(DROP) ?? null) : null;

/**
 * Takes files that are dropped. `targetOf` names where files go that are dropped on an element, or beside one; null if
 * they cannot be. `over` is where those that are dragged would go: null without any, and empty if they cannot be.
 */
export function useDrop(
  targetOf: (id: string | null) => string | null,
  drop: (id: string | null, files: readonly File[], hasFolders: boolean) => void,
) {
  const [over, setOver] = useState<string | null>(null);
  // each element in the page is entered and left, so only the outermost counts
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(null);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current += 1;
      event.preventDefault();
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const target = targetOf(idAt(event));
      event.dataTransfer.dropEffect = target === null ? 'none' : 'copy';
      setOver(target ?? '');
    },
    onDragLeave: () => {
      depth.current -= 1;
      if (depth.current <= 0) end();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const { files, hasFolders } = filesOf(event.dataTransfer);
      end();
      drop(idAt(event), files, hasFolders);
    },
  };
  return { over, handlers };
}

function filesOf({ items, files }: DataTransfer): { files: readonly File[]; hasFolders: boolean } {
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory === true;
  const dropped = [...items];
  const hasFolders = dropped.some(isFolder);
  if (!hasFolders) return { files: [...files], hasFolders };
  const kept = dropped.filter(item => !isFolder(item)).map(item => item.getAsFile());
  return { files: kept.filter(file => file !== null), hasFolders };
}
