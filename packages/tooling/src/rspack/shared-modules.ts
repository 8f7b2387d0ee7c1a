export const ICON = '@ant-design/icons/es/components/AntdIconLight';

/**
 * Modules that exist once on a page: the shell provides them (shell/src/remotes/shared). antd is shared by
 * component, so that a page loads only those it shows.
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

/** Remotes use the shell's modules; the versions must match those in their package.json. */
export const sharedByRemotes = Object.fromEntries(
  requests.map((request) => [request, { singleton: true, import: false as const }]),
);
