import { describe, expect, it } from '@jest/globals';
import { shortenTypedText, withoutForeignLinks } from '../src/core/email/rules/without-foreign-links.ts';

const ORIGINS = ['https://attendance.example'];
const clean = (text: string) => withoutForeignLinks(text, ORIGINS);

describe('an email', () => {
  it.each([
    ['https://evil.example/sign-in', 'https: //evil. example/sign-in'],
    ['Algebra:evil.example', 'Algebra:evil. example'],
    ['www.evil.example', 'www. evil. example'],
    ['evil。example', 'evil。 example'],
    ['192.0.2.1/x', '192. 0. 2.1/x'],
    ['help@evil.example', 'help@ evil. example'],
    ['mailto:help', 'mailto: help'],
    ['https://attendance.example.evil.example/x', 'https: //attendance. example. evil. example/x'],
    ['https:\\\\evil.example', 'https: \\\\evil. example'],
  ])('separates %s, so no mail program turns it into a link', (typed, sent) => {
    expect(clean(`Algebra ${typed}`)).toBe(`Algebra ${sent}`);
  });

  it.each([
    'See the details: https://attendance.example/teacher',
    'open https://attendance.example/unsubscribe#a.b. Then choose.',
    'Dr. Meyer, Analysis 1.2 (MA-101.3), 5. Okt., 10:15',
    'C++/Java, “e. V.”, Tree size: 12, Root: 9f0a+b//c=',
  ])('preserves its own links and ordinary words: %s', (text) => {
    expect(clean(text)).toBe(text);
  });

  it('truncates text that people typed', () => {
    expect(shortenTypedText('x'.repeat(60))).toBe('x'.repeat(60));
    expect(shortenTypedText('🙂'.repeat(61))).toBe(`${'🙂'.repeat(59)}…`);
  });
});
