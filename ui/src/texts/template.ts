import { area } from './area';
import { template } from './en/template';

export const texts = area('template', template);
