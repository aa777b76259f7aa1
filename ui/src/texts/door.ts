import { area } from './area';
import { door } from './en/door';

export const texts = area('door', door);
