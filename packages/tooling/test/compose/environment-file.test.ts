import { describe, expect, test } from '@jest/globals';
import { composeSecrets, environmentFile } from '../../src/compose/environment-file.ts';
import { composeText } from './read-compose.ts';

describe('the environment file', () => {
  test('contains a value for everything that docker-compose.yml requires', () => {
    const needed = new Set([...composeText.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    const given = Object.keys(composeSecrets());
    expect(given).toEqual(expect.arrayContaining([...needed]));
    for (const name of given) expect(composeText).toContain(`\${${name}:`);
  });

  test('contains new, strong secrets that are safe in quotes and URLs', () => {
    const [first, second] = [composeSecrets(), composeSecrets()];
    for (const [name, value] of Object.entries(first)) {
      expect(value).not.toBe(second[name]);
      expect(value).not.toMatch(/['$\n]/);
      if (name.endsWith('PASSWORD')) expect(value).toMatch(/^[\w-]{43}$/);
    }
    expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length);
  });

  test('keeps the settings of the example', () => {
    expect(environmentFile('PORT=1\n', { A: 'b' })).toMatch(/^PORT=1\n\n#.*\nA='b'\n$/);
  });
});
