import { browserStorage } from './storage';

const KEY = 'waybill.set_me_up';

/**
 * Logging out sets this flag, which has nothing of the user. The next sign-in sends it, and the server decides
 * (NAV-16).
 */
export const rememberSetMeUp = () => browserStorage.write(KEY, '1');

export const forgetSetMeUp = () => browserStorage.write(KEY, null);

export const hasSetMeUp = () => browserStorage.read(KEY) !== null;
