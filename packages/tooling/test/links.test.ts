import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(join(root, file)) && !file.includes('/generated/'));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

const brokenLinksOf = (file: string) =>
  [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    const [path = '', anchor] = target.split('#');
    const found = path === '' ? file : normalize(join(dirname(file), path));
    if (!existsSync(join(root, found))) return [`${file}: ${target}`];
    if (anchor === undefined) return [];
    return anchorsOf(read(found)).includes(anchor) ? [] : [`${file}: ${target}`];
  });

test('every link of a document leads to a file and heading that exist', () => {
  const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('.changeset/'));
  expect(documents).toContain('README.md');
  expect(documents.flatMap(brokenLinksOf)).toEqual([]);
});

test('every document named in code, settings or documents exists', () => {
  const texts = files.filter((file) => /\.(ts|tsx|mjs|json|ya?ml|md|html|tf|example)$/.test(file));
  const missing = texts.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md/g)]
      .map(([path]) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(missing).toEqual([]);
});
