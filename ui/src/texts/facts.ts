import { factLabels } from '@/generated/facts';
import { area } from './i18n/area';

// The facts of the installation. Their English is in the table that they are declared in.

export const facts = factLabels;

export const texts = area('facts', facts);
