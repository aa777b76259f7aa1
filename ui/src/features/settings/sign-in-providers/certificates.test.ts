import { expect, test } from 'vitest';
import { certificatesIn } from './certificates';

// covers: [SSO-02]
test('certificates are read as PEM, and between empty lines', () => {
  const pem = (content: string) => `-----BEGIN CERTIFICATE-----\n${content}\n-----END CERTIFICATE-----\n`;
  expect(certificatesIn(pem('MIIC\nMIID') + pem('MIIE'))).toEqual(['MIICMIID', 'MIIE']);
  expect(certificatesIn('MIIC\nMIID\n\n \nMIIE\n')).toEqual(['MIICMIID', 'MIIE']);
  expect(certificatesIn(' \n')).toEqual([]);
});
