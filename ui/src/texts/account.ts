import { area } from './area';
import { account } from './en/account';

export const texts = area('account', account);
