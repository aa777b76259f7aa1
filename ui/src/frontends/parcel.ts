import { loadChunk } from '@/lib/chunk';
import type { FrontEndModule, FrontEndProps } from './contract';

/** A mount that takes longer has failed (MFE-03). */
export const MOUNT_TIMEOUT_MS = 100_000;
const WARN_AFTER_MS = 10_000;
const UNMOUNT_TIMEOUT_MS = 10_000;

/** A front-end in its box. */
export interface Parcel {
  /** Fails when it does not mount, or not in time. */
  ready: Promise<void>;
  update: (props: FrontEndProps) => void;
  /** Unmounts it; never fails, since its element is removed anyway. */
  remove: () => Promise<void>;
}

export type MountParcel = (name: string, module: FrontEndModule, props: FrontEndProps) => Parcel;

const timeouts = {
  bootstrap: { millis: MOUNT_TIMEOUT_MS, dieOnTimeout: true, warningMillis: WARN_AFTER_MS },
  mount: { millis: MOUNT_TIMEOUT_MS, dieOnTimeout: true, warningMillis: WARN_AFTER_MS },
  unmount: { millis: UNMOUNT_TIMEOUT_MS, dieOnTimeout: true, warningMillis: WARN_AFTER_MS },
};

const quiet = () => undefined;

/** Mounts by single-spa, which is loaded with the first front-end. */
export const mountParcel: MountParcel = (name, module, props) => {
  const { bootstrap, mount, unmount, update } = module;
  const config = { name, bootstrap, mount, unmount, timeouts, ...(update && { update }) };
  const started = loadChunk('single-spa', () => import('single-spa')).then(({ mountRootParcel }) => {
    const parcel = mountRootParcel(config, { ...props });
    // each of its promises fails by itself; one is watched here, and that is enough
    for (const promise of [parcel.loadPromise, parcel.bootstrapPromise, parcel.unmountPromise])
      promise.catch(quiet);
    return parcel;
  });
  const ready = started.then(parcel => parcel.mountPromise).then(quiet);
  ready.catch(quiet);
  return {
    ready,
    update: next => void started.then(parcel => parcel.update?.({ ...next })).catch(quiet),
    remove: () => started.then(parcel => parcel.unmount()).then(quiet, quiet),
  };
};
