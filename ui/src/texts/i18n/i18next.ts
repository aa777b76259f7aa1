import { createInstance } from 'i18next';
import { type Engine, registerI18next } from './languages';

const instance = createInstance({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  // keys are whole, and an area of texts is a namespace
  keySeparator: false,
  nsSeparator: false,
  // React escapes what it shows
  interpolation: { escapeValue: false },
});
void instance.init();

/** i18next, which knows the rules of plurals, fills placeholders and has Intl write numbers. */
export const engine: Engine = {
  add: (name, area, texts) => instance.addResourceBundle(name, area, texts, true, true),
  translate: (name, area, key, values) => instance.t(key, { ...values, ns: area, lng: name }),
  has: (name, area, key) => instance.exists(key, { ns: area, lng: name }),
};

registerI18next(engine);
