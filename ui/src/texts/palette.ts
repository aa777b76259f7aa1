import { area } from './area';
import { palette } from './en/palette';

export const texts = area('palette', palette);
