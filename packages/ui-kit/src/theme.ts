import type { ThemeConfig } from 'antd';
import themes from 'antd/es/theme';

const shared = {
  borderRadius: 10,
  fontFamily: 'inherit',
  // Heading sizes: page 26, card and section 16, text 15.
  fontSize: 15,
  fontSizeLG: 16,
  // The color of focus outlines.
  colorPrimaryBorder: '#5b7fe8',
  controlHeight: 44,
  controlHeightSM: 36,
  controlHeightLG: 52,
  // Durations are multiples of this unit in seconds; antd ignores it for durations that are set explicitly.
  motionUnit: 0.06,
  boxShadow: '0 1px 2px rgb(15 23 42 / 6%)',
  boxShadowTertiary: 'none',
} as const;

/** antd supports this token, but its types omit it. */
const DARK_DOT = { radioColor: '#0d1220' };

const components = {
  Form: { verticalLabelPadding: '0 0 4px' },
} satisfies ThemeConfig['components'];

/** Text has a contrast of at least 4.5:1; borders, icons and focus indicators have at least 3:1. */
const light: ThemeConfig = {
  token: {
    ...shared,
    colorPrimary: '#1f3a8a',
    colorInfo: '#1f3a8a',
    colorLink: '#1f3a8a',
    colorSuccess: '#15803d',
    colorWarning: '#b45309',
    colorError: '#b91c1c',
    colorBgLayout: '#f7f8fa',
    // antd would derive dull grays from such dark seed colors.
    colorPrimaryBg: '#e8edfb',
    colorInfoBg: '#eef2fb',
    colorInfoBorder: '#c7d2f5',
    colorSuccessBg: '#ecfdf3',
    colorSuccessBorder: '#bbf7d0',
    colorWarningBg: '#fffbeb',
    colorWarningBorder: '#fde68a',
    colorErrorBg: '#fef2f2',
    colorErrorBorder: '#fecaca',
    controlItemBgActiveHover: '#dde5f9',
    colorBorder: '#858d9b',
    colorBorderSecondary: '#e3e6ec',
    colorTextSecondary: '#4b5563',
    colorTextTertiary: '#4b5563',
    colorTextQuaternary: '#6b7280',
  },
  components,
};

const dark: ThemeConfig = {
  algorithm: themes.darkAlgorithm,
  token: {
    ...shared,
    // antd darkens this color to #5b7dd8, which contrasts with the background as a border and with white
    // icons.
    colorPrimary: '#6790fb',
    colorPrimaryHover: '#8fa8f0',
    colorPrimaryActive: '#8fa8f0',
    colorInfo: '#8fa8f0',
    colorLink: '#9db4f5',
    colorLinkHover: '#b9c9f8',
    colorLinkActive: '#b9c9f8',
    colorSuccess: '#4ade80',
    colorWarning: '#fbbf24',
    colorError: '#f87171',
    colorErrorActive: '#f87171',
    colorBgLayout: '#0d1220',
    controlItemBgActive: '#22305a',
    controlItemBgActiveHover: '#2a3a6a',
    colorBgContainer: '#151c2e',
    colorBgElevated: '#1b2438',
    colorBorder: '#64728f',
    colorBorderSecondary: '#28324a',
    colorTextSecondary: '#b3bccd',
    colorTextTertiary: '#b3bccd',
    colorTextQuaternary: '#8b95a9',
  },
  components: {
    ...components,
    // The selected segment has colored text on the page's background.
    Radio: {
      colorPrimary: '#9db4f5',
      colorPrimaryHover: '#b9c9f8',
      colorPrimaryActive: '#9db4f5',
      ...DARK_DOT,
    },
  },
};

export const theme = { light, dark };
