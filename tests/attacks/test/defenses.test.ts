import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '@qr-attendance/stack';
import { createSwitches } from '../src/defenses/switches.ts';

const execute = promisify(execFile);
const MODULE = join(ROOT, 'services/auth/src/core/email/rules/without-foreign-links.ts');
const DEFENSE = 'emails contain links to this installation only';
const PRINT = `
  const { withoutForeignLinks } = await import(process.argv[1]);
  console.log(withoutForeignLinks('http://evil.example', []));`;

describe('a defense of a process under attack', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'qr-defenses-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const printWithout = async (names: string[]): Promise<string> => {
    const { env, switchOff } = await createSwitches(folder);
    await switchOff(names);
    const command = ['--input-type=module', '--eval', PRINT, MODULE];
    const { stdout } = await execute(process.execPath, command, { env: { ...process.env, ...env } });
    return stdout.trim();
  };

  it('is effective until it is switched off', async () => {
    expect(await printWithout([])).not.toContain('evil.example');
    expect(await printWithout([DEFENSE])).toBe('http://evil.example');
  });
});
