import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const SOURCES = ['shell', 'mfe-*', 'packages/web-kit', 'packages/ui-kit', 'packages/contracts'].map(
  (folder) => `${folder}/{src,test}/**/*.{ts,tsx}`,
);
const IMPORTS =
  /^(?:import(?! type)|export|\}).* from '([\w@./-]+)'|^import '([\w@./-]+)'|\bimport\('([\w@./-]+)'\)/gm;
const ICONS = /\b[A-Z]\w+(?:Outlined|Filled)\b/g;
/** Excludes our own packages, packages of jest, packages that tests mock, and large packages that few tests load. */
const LEFT_OUT =
  /^\.|^@qr-attendance\/|^@jest\/|^@module-federation\/|^@rspack\/|apexcharts$|^html5-qrcode$|^barcode-detector|\.json$/;

/** React's `act` requires Node's timers, which a bundled module does not have. */
const REACT = /^react(\/.*)?$/;

const read = (file) => readFileSync(join(root, file), 'utf8');
const quote = (text) => JSON.stringify(text);

const findImports = (sources) => {
  const found = sources.flatMap((text) => [...text.matchAll(IMPORTS)]);
  const names = new Set(found.map(([, ...groups]) => groups.find(Boolean)));
  return [...names]
    .filter((name) => ![LEFT_OUT, REACT].some((left) => left.test(name)) && !isBuiltin(name))
    .sort();
};

/** Replaces the index of @ant-design/icons, which loads more than 1,600 modules, with the icons in use. */
const writeIcons = (sources, file) => {
  const folder = join(root, 'node_modules/@ant-design/icons/lib');
  const names = [...new Set(sources.flatMap((text) => text.match(ICONS) ?? []))]
    .map((name) => [name, join(folder, 'icons', `${name}.js`)])
    .filter(([, icon]) => existsSync(icon));
  const lines = names.map(([name, icon]) => `get ${name}() { return require(${quote(icon)}).default; },`);
  const context = quote(join(folder, 'components/Context.js'));
  lines.push(`get IconProvider() { return require(${context}).default.Provider; },`);
  writeFileSync(file, `module.exports = {\n__esModule: true,\n${lines.join('\n')}\n};\n`);
};

const build = async ({ sources, names, stands, folder }) => {
  const { rspack } = await import('@rspack/core');
  const icons = join(folder, 'icons.cjs');
  writeIcons(sources, icons);
  const loaders = names.map((name) => `${quote(name)}: () => require(${quote(name)}),`);
  writeFileSync(join(folder, 'entry.cjs'), `module.exports = {\n${loaders.join('\n')}\n};\n`);
  const compiler = rspack({
    mode: 'none',
    target: 'node',
    context: root,
    devtool: false,
    entry: join(folder, 'entry.cjs'),
    output: { path: folder, filename: 'packages.cjs', library: { type: 'commonjs2' } },
    externals: [REACT, /^@jest\/globals$/],
    resolve: {
      conditionNames: ['require', 'browser', 'default'],
      mainFields: ['main'],
      alias: {
        '@ant-design/icons$': icons,
        'antd/es': 'antd/lib',
        '@ant-design/icons/es': '@ant-design/icons/lib',
      },
    },
    plugins: stands.map(([pattern, file]) => new rspack.NormalModuleReplacementPlugin(pattern, file)),
    optimization: { nodeEnv: 'test' },
    node: false,
  });
  await new Promise((done, fail) => {
    compiler.run((error, stats) => {
      const problem = error ?? (stats.hasErrors() ? new Error(stats.toString('errors-only')) : undefined);
      compiler.close(() => (problem ? fail(problem) : done()));
    });
  });
  for (const name of names)
    writeFileSync(
      join(folder, fileFor(name)),
      `module.exports = require('./packages.cjs')[${quote(name)}]();\n`,
    );
};
const DAY_MS = 86_400_000;
const removeOld = (all) => {
  for (const file of globSync(`${all}/*`))
    if (Date.now() - statSync(file).mtimeMs > DAY_MS) rmSync(file, { recursive: true, force: true });
};
const fileFor = (name) => `${name.replaceAll('/', '+')}.cjs`;

/**
 * Bundles the packages that pages use into one file, because jest would otherwise find, read and compile
 * thousands of modules for each test file. Rebuilt when the imports or the version of a package change.
 */
export const bundlePackages = async (stands) => {
  const sources = globSync(SOURCES, { cwd: root }).map(read);
  const names = findImports(sources);
  const icons = sources.flatMap((text) => text.match(ICONS) ?? []);
  const hash = createHash('sha256');
  for (const part of [read('package-lock.json'), readFileSync(import.meta.filename), stands.join(), ...names])
    hash.update(part);
  for (const icon of new Set(icons.sort())) hash.update(icon);
  const all = join(root, '.cache', 'jest');
  const folder = join(all, hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    // The bundle is built under another name and then renamed, so that an aborted build does not look complete.
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    removeOld(all);
    await build({ sources, names, stands, folder: unfinished });
    if (existsSync(folder)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, folder);
  }
  return Object.fromEntries(
    names.map((name) => [`^${name.replaceAll('.', '\\.')}$`, join(folder, fileFor(name))]),
  );
};
