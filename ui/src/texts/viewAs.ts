import { area } from './area';
import { viewAs } from './en/viewAs';

export const texts = area('viewAs', viewAs);
