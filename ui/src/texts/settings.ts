import { area } from './i18n/area';

// The general settings: the server's name, the logo, and what the configuration file switches on and off.

export const settings = {
  lead: 'How this installation looks, and which features its configuration turns on.',
  loading: 'Loading the settings…',
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
    preview: 'The chosen picture',
    none: 'No logo has been uploaded. The configured logo is shown, or that of the licence.',
    choose: 'Choose a picture',
    drop: 'Drop the picture here',
    upload: 'Use this picture',
    cancel: 'Cancel',
    remove: {
      button: 'Remove the logo',
      title: 'Remove the logo for all users?',
      yes: 'Remove',
      no: 'Keep',
    },
    size: '{{width, number}} × {{height, number}} pixels, {{kib, number}} KiB, {{format}}',
    by: 'Uploaded {{moment}} by {{name}}',
    erasedUser: 'an erased user',
    uploaded: 'The logo is in use.',
    removed: 'The logo has been removed.',
    loading: 'Loading the logo…',
    failed: 'The logo could not be loaded.',
    retry: 'Try again',
  },
  flags: {
    title: 'Options',
    lead: 'Set in the configuration file under [installation]. Changes take effect at the next start.',
    label: 'Options and features',
    setting: 'Description',
    key: 'Key',
    state: 'Current',
    on: 'On',
    off: 'Off',
  },
  features: {
    title: 'Features',
    unified_navigation: 'One menu for all services',
    artifact_browser: 'The artifact browser, with its own set-up guide',
    quick_setup: 'Quick setup',
    quick_deploy: 'Deploying a first package right after sign-in',
    new_onboarding: 'The new onboarding for administrators',
    free_tier: 'An installation of the free tier',
    education_centre: 'The education centre instead of Getting Started',
    git_scanning: 'Scanning Git repositories',
    tested: 'Features in testing: the template and the demo',
  },
  error: {
    logo_empty: 'The file is empty. Choose a picture.',
    logo_too_large: 'A logo can have at most 256 KiB. Save a smaller picture.',
    logo_markup: 'SVG files can contain scripts and are not accepted. Save the picture as PNG, JPEG or WebP.',
    logo_unknown_format: 'Not a PNG, JPEG or WebP picture, or part of it is missing.',
    logo_bad_size: 'The picture is too large. A logo is at most 1024 pixels wide and 1024 pixels high.',
    logo_none_uploaded: 'No logo has been uploaded. Someone else may have removed it.',
    not_authorized: 'Only administrators can do this.',
    other: 'The action failed. Try again in a moment.',
  },
} as const;

export const texts = area('settings', settings);
