import { area } from './area';
import { coming } from './en/coming';

export const texts = area('coming', coming);
