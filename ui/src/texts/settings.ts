import { area } from './area';
import { settings } from './en/settings';

export const texts = area('settings', settings);
