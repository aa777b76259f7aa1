import { area } from './area';
import { releaseBundles } from './en/releaseBundles';

export const texts = area('releaseBundles', releaseBundles);
