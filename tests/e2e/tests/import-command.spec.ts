import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Unit } from '@qr-attendance/contracts';
import { PASSWORD } from '../support/campus.ts';
import { expect, test } from '../support/test.ts';

const COMMAND = join(import.meta.dirname, '../../../packages/cli/src/commands/import.ts');

test('npm run import imports a file as an administrator, and rejects a file with unknown columns', async ({
  admin,
  campus,
  url,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'qr-import-'));
  const id = randomUUID();
  const run = async (text: string) => {
    const file = join(folder, 'units.csv');
    await writeFile(file, text);
    const args = [COMMAND, file, '--kind', 'units', '--address', url, '--email', admin.email];
    const env = { ...process.env, IMPORT_PASSWORD: PASSWORD };
    return new Promise<{ exitCode: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve({ exitCode: error?.code ?? 0, stdout, stderr }),
      );
    });
  };
  try {
    const unknown = await run(`what,is,this\n${id},faculty,${id}\n`);
    expect(unknown.exitCode).toBe(1);
    expect(unknown.stderr).toContain('no known column for: id, kind, name. Its columns are: what, is, this');

    const imported = await run(`id,kind,name\n${id},faculty,${id}\n`);
    expect(imported.stdout).toContain('Imported: added 1');
    const again = await run(`id,kind,name\n${id},faculty,${id}\n`);
    expect(again.stdout).toContain('Imported: added 0, changed 0, ended 0, unchanged 1');
    const units = await campus.call<Unit[]>('GET', `/api/units?search=${id}`, admin.token);
    expect(units.map(({ name }) => name)).toEqual([id]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
