import { area } from './area';
import { why } from './en/why';

export const texts = area('why', why);
