import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from '../../src/test-command/run-program.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const files = ['node.Dockerfile', 'toolbox.Dockerfile', 'web.Dockerfile'];

const instructions = (file: string): string[] =>
  read(`deploy/docker/${file}`)
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const lastStage = (file: string): string[] => {
  const all = instructions(file);
  return all.slice(all.findLastIndex((line) => line.startsWith('FROM ')));
};

describe.each(files)('%s', (file) => {
  test('uses versioned base images from build arguments', () => {
    const given = instructions(file).filter((line) => /^ARG \w+_IMAGE=/.test(line));
    for (const line of given) expect(line).toMatch(/=[a-z][\w./-]*:\d[\w.-]*$/);
    const names = given.map((line) => /^ARG (\w+)=/.exec(line)?.[1] ?? '');
    const stages = instructions(file).flatMap((line) => /^FROM .* AS (\w+)$/.exec(line)?.[1] ?? []);
    for (const line of instructions(file).filter((text) => text.startsWith('FROM ')))
      expect([...names.map((name) => `\${${name}}`), ...stages]).toContain(line.split(' ')[1]);
  });

  test('installs only from the lock file and runs no package scripts', () => {
    const installs = instructions(file).filter((line) => /npm (ci|install|i)\b/.test(line));
    expect(installs.length).toBeGreaterThan(0);
    for (const line of installs) expect(line).not.toMatch(/npm (install|i)\b/);
    expect(instructions(file).join('\n')).toMatch(/--ignore-scripts/);
  });

  // Without argon2's native part, creating an administrator and rehearsing a backup fail.
  test('installs optional packages, which include native binaries', () => {
    expect(instructions(file).join('\n')).not.toMatch(/omit[= ]optional|no-optional/);
  });

  test('runs as an unprivileged user, and has a health check and labels', () => {
    const stage = lastStage(file);
    const users = stage.filter((line) => line.startsWith('USER '));
    expect(users).toEqual(['USER 10001:10001']);
    expect(stage.filter((line) => /^(RUN|COPY|ADD) /.test(line)).join('\n')).not.toMatch(/npm|apt|curl/);
    // The commands are lists, because a shell would not forward the stop signal. The toolbox is not a server,
    // so it has no health check.
    for (const start of file === 'toolbox.Dockerfile' ? ['CMD '] : ['CMD ', 'HEALTHCHECK '])
      expect(stage.filter((line) => line.startsWith(start)).join('\n')).toMatch(/\[".*"\]$/);
    for (const label of ['title', 'description', 'version', 'revision', 'licenses', 'base.name'])
      expect(stage.join('\n')).toContain(`org.opencontainers.image.${label}=`);
  });
});

test('images contain no secrets, no tests and no local build output', () => {
  const rules = read('.dockerignore').split('\n');
  expect(rules.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
  const taken = rules.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  for (const path of ['.env', '.git', '.data', 'node_modules', 'docker-compose.yml'])
    expect(taken).not.toContain(path);
  for (const path of ['**/node_modules', '**/dist', '**/generated', '**/test', '**/.*'])
    expect(rules).toContain(path);
});

test('nginx and the gateway agree on which files are immutable', () => {
  const gateway = /const HASHED = \/(.+)\/;/.exec(read('gateway/src/static/cache-headers.ts'))?.[1];
  const nginx = /"~(.+)\[\^\/\]\*\$" "(.+)";/.exec(read('deploy/docker/nginx.conf'));
  expect(gateway).toBeDefined();
  expect(nginx?.[1]).toBe(gateway);
  expect(read('gateway/src/static/cache-headers.ts')).toContain(`'${nginx?.[2] ?? '?'}' : 'no-cache'`);
});
