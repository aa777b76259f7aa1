import { area } from './i18n/area';

// The general settings: the server's name, the logo, and what the configuration file switches on and off.

export const settings = {
  lead: 'How this installation presents itself, and what its configuration switches on.',
  server: {
    title: 'Server',
    name: 'Server name',
    unnamed: 'Not set',
    key: 'Set by',
  },
  logo: {
    title: 'Logo',
    lead: 'Shown above the menu and on the sign-in page. PNG, JPEG or WebP, at most 256 KiB and 1024 × 1024 pixels.',
    alt: 'The uploaded logo',
    preview: 'The picture that was chosen',
    none: 'No logo was uploaded. The configured one is shown, or the one of the licence.',
    choose: 'Choose a picture',
    drop: 'Drop the picture here',
    upload: 'Use this picture',
    cancel: 'Cancel',
    remove: {
      button: 'Remove the logo',
      title: 'Remove it for everybody?',
      yes: 'Remove',
      no: 'Keep it',
    },
    size: '{{width, number}} × {{height, number}} pixels, {{kib, number}} KiB, {{format}}',
    by: 'Uploaded {{moment}} by {{name}}',
    erasedUser: 'somebody whose name was erased',
    uploaded: 'The logo is in use.',
    removed: 'The logo was removed.',
    loading: 'Loading the logo…',
    failed: 'The logo could not be loaded.',
    retry: 'Try again',
  },
  flags: {
    title: 'Flavours',
    lead: 'These are set in the configuration file under [installation] and count from the next start on.',
    label: 'Flavours and features',
    setting: 'What it does',
    key: 'Key',
    state: 'Now',
    on: 'On',
    off: 'Off',
  },
  features: {
    title: 'Features',
    unified_navigation: 'One menu for all services',
    artifact_browser: 'The artifact browser, with its own set-up help',
    quick_setup: 'Quick setup',
    quick_deploy: 'Deploying a first package right after signing in',
    new_onboarding: 'The new onboarding for administrators',
    free_tier: 'An installation of the free tier',
    education_centre: 'The education centre in the place of Getting Started',
    git_scanning: 'Scanning Git repositories',
    tested: 'What is being tested: the template and the demo',
  },
  error: {
    logo_empty: 'The file is empty. Choose a picture.',
    logo_too_large: 'A logo may have 256 KiB at most. Save the picture smaller.',
    logo_markup: 'Drawings (SVG) may carry scripts and are not taken. Save it as PNG, JPEG or WebP.',
    logo_unknown_format: 'This is no PNG, JPEG or WebP picture, or a part of it is missing.',
    logo_bad_size: 'The picture has too many pixels: a logo is at most 1024 wide and 1024 high.',
    logo_none_uploaded: 'There is no uploaded logo. Someone else may have removed it.',
    not_authorized: 'Only administrators may do this.',
    other: 'It could not be done. Try again in a moment.',
  },
} as const;

export const texts = area('settings', settings);
