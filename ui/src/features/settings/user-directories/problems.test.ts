// What is entered for a directory: what is taken before the server is asked.
import { expect, test } from 'vitest';
import { userDirectory } from '@/test/fakeUserDirectories';
import { mappedGroup } from '../sign-in-providers/values';
import { problemsOf } from './problems';
import { newValues, type Values, valuesOf, wantedOf } from './values';

const sound: Values = {
  ...newValues(0),
  name: 'corporate',
  label: 'Example Inc.',
  host: 'ldap.example.org',
  userBase: 'dc=example,dc=org',
};
const crowd: Values = {
  ...sound,
  preset: 'crowd',
  url: 'https://crowd.example.org/crowd/',
  application: 'waybill',
  password: 's3cret',
};

const of = (values: Values) => Object.keys(problemsOf(values, null));

test('ports and places out of range are problems, and are not changed into others', () => {
  expect(of(sound)).toEqual([]);
  for (const port of ['', '0', '65536', '70000', '-1', '1.5'])
    expect(of({ ...sound, port }), port).toEqual(['port']);
  for (const order of ['', '-1', '65536', '1e3', 'first'])
    expect(of({ ...sound, order }), order).toEqual(['order']);
  expect(wantedOf({ ...sound, port: ' 3269 ', order: '65535' }, true)).toMatchObject({
    server: { port: 3_269 },
    order: 65_535,
  });
});

test('each field of an LDAP server has its problem', () => {
  const wrong: [Partial<Values>, string][] = [
    [{ name: 'Corporate' }, 'name'],
    [{ label: ' ' }, 'label'],
    [{ host: 'ldaps://ldap.example.org' }, 'host'],
    [{ bindDn: 'waybill', password: 's3cret' }, 'bind_dn'],
    [{ bindDn: 'cn=waybill' }, 'password'],
    [{ userBase: '' }, 'user_base'],
    [{ userFilter: '(uid=carol)' }, 'user_filter'],
    [{ userFilter: '(&(uid={user})(member={dn}))' }, 'user_filter'],
    [{ userFilter: 'uid={user}' }, 'user_filter'],
    [{ nameAttribute: '' }, 'name_attribute'],
    [{ mailAttribute: 'e mail' }, 'mail_attribute'],
    [{ groupBase: 'groups' }, 'group_base'],
    [{ groupFilter: '(memberUid={user})', nestedGroups: true }, 'group_filter'],
    [{ groupNameAttribute: '-cn' }, 'group_name_attribute'],
  ];
  for (const [typed, problem] of wrong) expect(of({ ...sound, ...typed }), problem).toEqual([problem]);
  for (const typed of [
    { bindDn: 'uid=waybill, dc=example', password: 's3cret' },
    { userBase: '1.2.840=x' },
    { mailAttribute: '' },
    { groupFilter: '(memberUid={user})' },
  ])
    expect(of({ ...sound, ...typed })).toEqual([]);
});

test('each field of a server of Crowd has its problem', () => {
  expect(of(crowd)).toEqual([]);
  for (const url of ['', 'crowd.example.org', 'ftp://crowd.example.org', 'https://crowd.example.org?a=b'])
    expect(of({ ...crowd, url }), url).toEqual(['url']);
  for (const application of ['', 'way:bill'])
    expect(of({ ...crowd, application }), application).toEqual(['application']);
  expect(of({ ...crowd, password: '' })).toEqual(['password']);
});

test('a group has a value, and leads to one here', () => {
  const [empty, twice] = [mappedGroup(), mappedGroup('dev', 'Builders')];
  const groups = [twice, mappedGroup('dev', 'Builders'), empty];
  const found = of({ ...sound, groupBase: 'dc=example,dc=org', groups });
  expect(found).toEqual([`${groups[1]?.id}.value`, `${empty.id}.value`, `${empty.id}.group`]);
  // they are not sent where no groups are taken over
  expect(of({ ...sound, groups })).toEqual([]);
});

test('a stored password is entered again for another server or another name there', () => {
  const before = userDirectory('corporate');
  const moved = (more: Partial<Values>) => Object.keys(problemsOf({ ...valuesOf(before), ...more }, before));
  expect(moved({})).toEqual([]);
  for (const more of [{ host: 'other.example.org' }, { port: '3269' }, { bindDn: 'cn=other' }])
    expect(moved(more)).toEqual(['password']);
  expect(moved({ host: 'other.example.org', password: 'n3w' })).toEqual([]);
  expect(moved({ bindDn: '' })).toEqual([]);
});
