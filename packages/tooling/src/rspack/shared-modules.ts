export const ICON = '@ant-design/icons/es/components/AntdIconLight';

/**
 * Modules that the shell provides and that must exist once on a page, because two copies would not share
 * hooks and contexts. antd is shared by component, so that a page loads only those it shows.
 */
export const singletons = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router',
  ICON,
];
const ANTD = 'antd/es/';

/**
 * Modules that are shared to be loaded once. A remote that needs a later version, or a name that the shell
 * does not provide, loads its own copy, so a remote can update them without a release of the shell.
 */
export const replaceable = ['@tanstack/react-query', 'i18next', 'react-i18next', 'idb', 'zod/mini'];

const COPY = new RegExp(
  `[\\\\/]node_modules[\\\\/](?:${replaceable.map((name) => name.replace(/\/mini$/, '')).join('|')})[\\\\/]`,
);
/** Whether a module belongs to a remote's copy, whose dependencies are needed only if the copy is used. */
export const isFromCopy = (identifier: string): boolean => COPY.test(identifier);

/** The versions must match those in the remote's package.json. */
export const consumedByRemotes = Object.fromEntries([
  ...[...singletons, ANTD].map(
    (name) => [name, { singleton: true, import: false, strictVersion: true }] as const,
  ),
  ...replaceable.map((name) => [name, { import: name, strictVersion: true }] as const),
]);
