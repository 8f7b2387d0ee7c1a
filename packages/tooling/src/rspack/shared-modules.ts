/**
 * Modules that exist once on a page: the shell provides them, remotes carry no copy. One list for host and remotes.
 * antd is shared by component, so that a page loads only those it shows.
 */
const singletons = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  '@tanstack/react-query',
  'i18next',
  'react-i18next',
];

/** antd components any app may use; the shell provides each as a chunk of its own. */
export const antdComponents = [
  'alert',
  'avatar',
  'button',
  'card',
  'checkbox',
  'col',
  'config-provider',
  'drawer',
  'dropdown',
  'empty',
  'form',
  'input',
  'input-number',
  'menu',
  'message',
  'modal',
  'progress',
  'radio',
  'result',
  'row',
  'segmented',
  'select',
  'skeleton',
  'space',
  'spin',
  'statistic',
  'steps',
  'switch',
  'tag',
  'theme',
  'tooltip',
  'typography',
];

const requests = [...singletons, ...antdComponents.map((name) => `antd/es/${name}`)];

type Shared = Record<string, { singleton: true; import?: false }>;

export const sharedByShell: Shared = Object.fromEntries(
  requests.map((request) => [request, { singleton: true }]),
);
export const sharedByRemotes: Shared = Object.fromEntries(
  requests.map((request) => [request, { singleton: true, import: false }]),
);
