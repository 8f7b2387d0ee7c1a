/**
 * Each component is in its own chunk. A test keeps the list equal to `antdComponents` in packages/tooling.
 */
export const antd = {
  alert: () => import('antd/es/alert'),
  button: () => import('antd/es/button'),
  card: () => import('antd/es/card'),
  checkbox: () => import('antd/es/checkbox'),
  col: () => import('antd/es/col'),
  'config-provider': () => import('antd/es/config-provider'),
  'date-picker/generatePicker': () => import('antd/es/date-picker/generatePicker'),
  form: () => import('antd/es/form'),
  input: () => import('antd/es/input'),
  'input-number': () => import('antd/es/input-number'),
  message: () => import('antd/es/message'),
  modal: () => import('antd/es/modal'),
  radio: () => import('antd/es/radio'),
  row: () => import('antd/es/row'),
  select: () => import('antd/es/select'),
  skeleton: () => import('antd/es/skeleton'),
  spin: () => import('antd/es/spin'),
  switch: () => import('antd/es/switch'),
  tag: () => import('antd/es/tag'),
  theme: () => import('antd/es/theme'),
  tooltip: () => import('antd/es/tooltip'),
};
