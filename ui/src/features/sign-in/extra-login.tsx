// The further steps of signing in share one chunk: who needs one of them is likely to need the next.
// biome-ignore lint/performance/noBarrelFile: this file is the chunk
export { ChangePasswordPage } from './ChangePasswordPage';
export { EnrolPage } from './EnrolPage';
export { OtpPage } from './OtpPage';
export { SetupPage } from './SetupPage';
