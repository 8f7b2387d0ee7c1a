import { describe, expect, it } from '@jest/globals';
import { configSchema } from '../src/config.ts';
import { pauseAfter } from '../src/core/sign-in-limits/rules/pause-after-failures.ts';
import { emailKeyOf } from '../src/core/people/rules/fold-text.ts';

describe('comparing email addresses', () => {
  it.each([
    ['upper and lower case', 'Ada@Campus.Example', 'ada@campus.example'],
    ['the difference between ß and ss', 'STRASSE@campus.example', 'straße@campus.example'],
    ['full-width forms of letters', 'ａｄａ＠campus.example', 'ada@campus.example'],
    ['composed and decomposed forms of letters', 'zoe\u0308@campus.example', 'zo\u00eb@campus.example'],
    ['the final form of sigma', 'ΟΔΟΣ@campus.example', 'οδος@campus.example'],
    ['surrounding spaces', ' ada@campus.example\n', 'ada@campus.example'],
    ['the difference between the Kelvin sign and k', '\u212Aate@campus.example', 'kate@campus.example'],
  ])('ignores %s', (_how, one, other) => {
    expect(emailKeyOf(one)).toBe(emailKeyOf(other));
    expect(emailKeyOf(emailKeyOf(one))).toBe(emailKeyOf(one));
  });

  it.each([
    ['the dotless ı from i', 'mıke@campus.example', 'mike@campus.example'],
    ['the dotted İ from i', 'İda@campus.example', 'ida@campus.example'],
    ['letters with and without an accent', 'zoe@campus.example', 'zoë@campus.example'],
    ['Latin from Cyrillic letters', 'аda@campus.example', 'ada@campus.example'],
  ])('distinguishes %s', (_how, one, other) => {
    expect(emailKeyOf(one)).not.toBe(emailKeyOf(other));
  });
});

it('pauses start after the free failures, double, and stop growing at 15 minutes', () => {
  const pauses = [1, 4, 5, 6, 7, 8, 9, 10, 1_000].map((failures) => pauseAfter(failures, 5));
  expect(pauses).toEqual([0, 0, 60, 120, 240, 480, 900, 900, 900]);
});

describe('the setting for sending emails', () => {
  const problemsOf = (mail: Record<string, string>): string[] => {
    const { error } = configSchema.safeParse({
      PORT: '0',
      INTERNAL_TOKEN: 'x'.repeat(32),
      ACCESS_TOKEN_PUBLIC_KEYS: '{}',
      DATABASE_URL: 'postgres://localhost/auth',
      ACCESS_TOKEN_PRIVATE_KEY: '{}',
      PIN_PEPPER: 'x'.repeat(32),
      PUBLIC_ORIGINS: 'https://attendance.campus.example',
      ...mail,
    });
    return (error?.issues ?? []).map(({ path }) => path.join('.'));
  };

  it('is required and must be unambiguous', () => {
    const server = { SMTP_URL: 'smtps://name:secret@mail.example', MAIL_FROM: 'a@campus.example' };
    expect(problemsOf(server)).toEqual([]);
    expect(problemsOf({ MAIL_DIR: '/var/mails', SMTP_URL: '' })).toEqual([]);
    expect(problemsOf({})).toEqual(['SMTP_URL']);
    expect(problemsOf({ ...server, MAIL_DIR: '/var/mails' })).toEqual(['MAIL_DIR']);
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example' })).toEqual(['MAIL_FROM']);
    expect(problemsOf({ ...server, SMTP_URL: 'https://mail.example' })).toEqual(['SMTP_URL']);
  });
});
