import { area } from './area';
import { table } from './en/table';

export const texts = area('table', table);
