import { expect, test } from 'vitest';
import { routes } from '@/generated/routes';
import { parseSearch, pathnameOf, pathOf, stringifySearch } from './paths';

test('every path of the console', () => {
  expect(
    Object.fromEntries(routes.map(route => [route.name, pathnameOf(route.name)])),
  ).toMatchInlineSnapshot(`
    {
      "admin.licenses.licenses": "/admin/license_management/licenses",
      "authorization": "/authorization",
      "changePassword": "/login/change-password",
      "home": "/home",
      "login": "/login",
      "logout": "/logout",
      "mfaEnroll": "/login/mfa-enroll",
      "notFound": "/404",
      "otpLogin": "/login/otp-login",
      "root": "/",
      "serverError": "/500",
      "sessionActivity": "/session-activity",
      "setup": "/setup",
    }
  `);
});

test('queries are key/value pairs', () => {
  expect(parseSearch('?a=1&b=x%20y')).toEqual({ a: '1', b: 'x y' });
  expect(stringifySearch({ a: '1', b: 'x y', c: undefined })).toBe('?a=1&b=x+y');
  expect(pathOf({ route: 'login', params: {}, query: { logout: 'true' } })).toBe('/login?logout=true');
});
