import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { installGoProgram } from './support/go-program.ts';

const WORKFLOWS = resolve(import.meta.dirname, '../../.github/workflows');
const linter = await installGoProgram({
  name: 'actionlint',
  version: 'v1.7.12',
  module: 'github.com/rhysd/actionlint/cmd/actionlint',
});
const files = (await readdir(WORKFLOWS)).filter((name) => name.endsWith('.yml'));

const lint = async (linter: string, text: string): Promise<string> =>
  (await execa(linter, ['-no-color', '-'], { input: text, reject: false, all: true })).all;
const title = `the workflows${linter ? '' : ' (skipped: no Go here that could build actionlint)'}`;

(linter ? describe : describe.skip)(title, () => {
  it.each(files)('%s passes the workflow linter', async (name) => {
    expect(await lint(linter!, await readFile(join(WORKFLOWS, name), 'utf8'))).toBe('');
  });

  it('the linter detects a missing required job', async () => {
    const release = await readFile(join(WORKFLOWS, 'release.yml'), 'utf8');
    expect(await lint(linter!, release.replace('needs: version', 'needs: versions'))).toContain('versions');
  });
});
