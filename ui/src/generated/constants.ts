// Generated from the state machines by `cargo test --test generated`. Do not edit.

/** Being still for this long counts as being away. */
export const idleMs = 60000;

/** A remembered path is forgotten after this long. */
export const postLoginPathMs = 28800000;

/** How long an error notification stays. */
export const notifyErrorMs = 4500;

/** How long an information notification stays. */
export const notifyInfoMs = 3000;

/** What a machine can ask the browser to do. */
export const browserCalls = [
  "browser.notify",
  "browser.navigate",
  "browser.leave",
  "browser.end_session",
  "browser.remember_path",
  "browser.pause_polling",
  "browser.resume_polling",
  "browser.clear"
] as const;
