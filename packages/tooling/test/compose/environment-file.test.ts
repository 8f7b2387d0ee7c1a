import { describe, expect, test } from '@jest/globals';
import { composeSecrets, environmentFile } from '../../src/compose/environment-file.ts';
import { composeText } from './read-compose.ts';

describe('the file of settings and secrets', () => {
  test('has a value for everything that docker-compose.yml needs', () => {
    const needed = new Set([...composeText.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    const given = Object.keys(composeSecrets());
    expect(given).toEqual(expect.arrayContaining([...needed]));
    for (const name of given) expect(composeText).toContain(`\${${name}:`);
  });

  test('makes each secret again, strong, and fit to stand in quotes and in a URL', () => {
    const [first, second] = [composeSecrets(), composeSecrets()];
    for (const [name, value] of Object.entries(first)) {
      expect(value).not.toBe(second[name]);
      expect(value).not.toMatch(/['$\n]/);
      if (name.endsWith('PASSWORD')) expect(value).toMatch(/^[\w-]{43}$/);
    }
    expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length);
  });

  test('keeps the settings of the example as they are', () => {
    expect(environmentFile('PORT=1\n', { A: 'b' })).toMatch(/^PORT=1\n\n#.*\nA='b'\n$/);
  });
});
