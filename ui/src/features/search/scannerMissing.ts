import { ApiError } from '@/engine/api';
import type { ScanStatus } from '@/generated/api';
import type { RouteName } from '@/generated/types';

/** Why the scanner cannot be asked at all, and the page on which an administrator sees to it. */
export interface Missing {
  status: Extract<ScanStatus, 'UNAVAILABLE' | 'LICENCE_REQUIRED'>;
  route: RouteName;
}

/** By the codes of the server. */
const MISSING: Readonly<Record<string, Missing>> = {
  xray_unavailable: { status: 'UNAVAILABLE', route: 'admin.monitoring.status' },
  xray_licence_required: { status: 'LICENCE_REQUIRED', route: 'admin.licenses.licenses' },
};

export const missingOf = (error: unknown): Missing | null =>
  (error instanceof ApiError && MISSING[error.code]) || null;
