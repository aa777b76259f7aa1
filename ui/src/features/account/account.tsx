// The dialogs of somebody's own account share one chunk.
// biome-ignore lint/performance/noBarrelFile: this file is the chunk
export { PasswordDialog } from './PasswordDialog';
export { RecoveryDialog } from './RecoveryDialog';
export { SessionsDialog } from './SessionsDialog';
