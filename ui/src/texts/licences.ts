import { area } from './area';
import { licences } from './en/licences';

export const texts = area('licences', licences);
