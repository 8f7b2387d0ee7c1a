/** The module that renders each of antd's icons. */
export const ICON = '@ant-design/icons/es/components/AntdIconLight';

/**
 * Modules that exist once on a page: the shell provides them (shell/src/remotes/shared), remotes carry no copy. antd is
 * shared by component, so that a page loads only those it shows.
 */
export const singletons = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  '@tanstack/react-query',
  'i18next',
  'i18next-browser-languagedetector',
  'react-i18next',
  'idb',
  ICON,
  'zod/mini',
];

/** antd components any app may use; the shell provides each as a chunk of its own. */
export const antdComponents = [
  'alert',
  'button',
  'card',
  'checkbox',
  'col',
  'config-provider',
  'date-picker/generatePicker',
  'form',
  'input',
  'input-number',
  'message',
  'modal',
  'radio',
  'row',
  'select',
  'skeleton',
  'spin',
  'switch',
  'tag',
  'theme',
  'tooltip',
];

const requests = [...singletons, ...antdComponents.map((name) => `antd/es/${name}`)];

/** No copy of its own: the shell's is taken, whose version is compared with the one in the remote's package.json. */
export const sharedByRemotes = Object.fromEntries(
  requests.map((request) => [request, { singleton: true, import: false as const }]),
);
