import { Distributions } from './Distributions';
import { TargetsSheet } from './TargetsSheet';

/** All that is about distribution, in one chunk: the first page names each file of the console. */
export const parts = { Distributions, TargetsSheet };
