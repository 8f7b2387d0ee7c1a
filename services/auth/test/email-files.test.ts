import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createMailTransport, labelOfFolder } from '../src/core/email/mail-transport.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qr-mails-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (address: string, subject: string): Promise<string[]> => {
  const { send } = createMailTransport({
    MAIL_FROM: 'attendance@localhost',
    MAIL_DIR: join(folder, 'mails'),
    PUBLIC_ORIGINS: ['http://localhost:8080'],
  });
  await send('7c1f9f5e', {
    to: { name: 'Ada', address },
    subject,
    text: 'http://localhost:8080/reset-password#a',
  });
  return (await readdir(join(folder, 'mails'))).toSorted();
};

describe('the files of an email', () => {
  it('carry its recipient and subject in their names', async () => {
    const names = await write('ada@campus.example', 'Bestätigen Sie Ihre Adresse');
    expect(names).toEqual(
      ['eml', 'txt'].map((end) =>
        expect.stringMatching(
          new RegExp(
            `^\\d{4}-[\\dT.-]+Z_ada@campus\\.example_Bestatigen-Sie-Ihre-Adresse_7c1f9f5e\\.${end}$`,
          ),
        ),
      ),
    );
    const text = await readFile(join(folder, 'mails', names[1] ?? ''), 'utf8');
    expect(text).toContain('http://localhost:8080/reset-password#a');
  });

  it.each([
    ['"../../up"@campus.example', '../../etc/passwd\n; rm -rf *'],
    [`${'a'.repeat(240)}@campus.example`, 'ж'.repeat(500)],
  ])('have safe names for %s', async (address, subject) => {
    const names = await write(address, subject);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^[\w.@+-]{1,200}$/);
    expect(await readdir(folder)).toEqual(['mails']);
  });
});

it.each([
  ['/home/ada/attendance/.data/mails', '.data/mails'],
  ['/mails', 'mails'],
])('names the folder %s only by its end', (path, label) => {
  expect(labelOfFolder(path)).toBe(label);
});
