import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  campusTimeZoneSchema,
  institutionSettingSchema,
  publicOriginsSchema,
  readConfig,
} from '../src/config.ts';

const origins = (text: string) =>
  readConfig(z.object({ PUBLIC_ORIGINS: publicOriginsSchema }), { PUBLIC_ORIGINS: text }).PUBLIC_ORIGINS;

describe('PUBLIC_ORIGINS', () => {
  it('is a comma-separated list of origins', () => {
    expect(origins('https://a.example, http://localhost:8080')).toEqual([
      'https://a.example',
      'http://localhost:8080',
    ]);
  });

  it.each([
    '',
    'localhost:8080',
    'https://a.example/',
    'https://a.example/app',
    'ftp://a.example',
    'https://a,',
  ])('is rejected by name as %j', (text) => expect(() => origins(text)).toThrow(/PUBLIC_ORIGINS is wrong/));
});

describe('CAMPUS_TIME_ZONE', () => {
  const zone = (env: Record<string, string>) =>
    readConfig(z.object({ CAMPUS_TIME_ZONE: campusTimeZoneSchema }), env).CAMPUS_TIME_ZONE;

  it("is the server's by default", () => {
    expect(zone({})).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(zone({ CAMPUS_TIME_ZONE: 'Asia/Kolkata' })).toBe('Asia/Kolkata');
  });

  it.each(['UTC', 'Etc/UTC', 'America/Argentina/Ushuaia', 'US/Pacific'])('can be %s', (CAMPUS_TIME_ZONE) => {
    expect(zone({ CAMPUS_TIME_ZONE })).toBe(CAMPUS_TIME_ZONE);
  });

  it.each(['Mars/Olympus', '+05:30', '', 'IST', 'CET', 'EST5EDT', 'GMT', 'Etc/GMT+5', 'europe/'])(
    'is rejected as %j',
    (CAMPUS_TIME_ZONE) => {
      expect(() => zone({ CAMPUS_TIME_ZONE })).toThrow(/CAMPUS_TIME_ZONE is wrong/);
    },
  );
});

describe('INSTITUTION', () => {
  const read = (INSTITUTION?: string) =>
    readConfig(
      z.object({ INSTITUTION: institutionSettingSchema }),
      INSTITUTION === undefined ? {} : { INSTITUTION },
    ).INSTITUTION;

  it.each([undefined, '', '{}'])('keeps the default departments and texts if it is %j', (text) => {
    const { departments, studentNumbers, words } = read(text);
    expect(departments.map(({ name }) => name)).toContain('Computer Science');
    expect([studentNumbers, words]).toEqual([['usn', 'regNo'], {}]);
  });

  it('accepts a department as a name, or as a name with translations', () => {
    const departments = ['Law', { name: 'Medicine', names: { de: 'Medizin' } }];
    expect(read(JSON.stringify({ departments })).departments).toEqual([
      { name: 'Law', names: {} },
      { name: 'Medicine', names: { de: 'Medizin' } },
    ]);
  });

  it.each([
    '{',
    '[]',
    '"Law"',
    '{"department":["Law"]}',
    '{"departments":[]}',
    '{"departments":["Law","Law"]}',
    '{"departments":[" "]}',
    '{"studentNumbers":["iban"]}',
    '{"words":{"en":{"un":"Student ID"}}}',
    '{"words":{"english":{"usn":"Student ID"}}}',
  ])('is rejected if it is %s', (text) => {
    expect(() => read(text)).toThrow(/INSTITUTION is wrong/);
  });
});
