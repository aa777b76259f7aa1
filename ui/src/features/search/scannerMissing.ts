import { ApiError } from '@/engine/api';
import type { ScanStatus } from '@/generated/api';
import type { RouteName, SearchAsker } from '@/generated/types';

/** Why the scanner cannot be asked at all, and the page on which an administrator sees to it. */
export interface Missing {
  status: Extract<ScanStatus, 'UNAVAILABLE' | 'LICENCE_REQUIRED'>;
  route: RouteName;
}

const UNAVAILABLE: Missing = { status: 'UNAVAILABLE', route: 'admin.monitoring.status' };
const LICENCE_REQUIRED: Missing = { status: 'LICENCE_REQUIRED', route: 'admin.licenses.licenses' };

/** What the search box knows before the scanner is asked. What is refused to visitors alone, the server explains. */
export function missingFor({ scanning, shown, person }: SearchAsker): Missing | null {
  if (scanning === null) return UNAVAILABLE;
  return shown.includes('scanning') || person === null ? null : LICENCE_REQUIRED;
}

/** By the codes of the server. */
const MISSING: Readonly<Record<string, Missing>> = {
  xray_unavailable: UNAVAILABLE,
  xray_licence_required: LICENCE_REQUIRED,
};

/** What an answer of the scanner says is missing. */
export const missingOf = (error: unknown): Missing | null =>
  (error instanceof ApiError && MISSING[error.code]) || null;
