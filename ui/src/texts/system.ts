import { area } from './area';
import { system } from './en/system';

export const texts = area('system', system);
