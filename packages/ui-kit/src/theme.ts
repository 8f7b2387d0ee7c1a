import type { ThemeConfig } from 'antd';
import themes from 'antd/es/theme';

const shared = {
  borderRadius: 10,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontSize: 15,
  controlHeight: 44,
  controlHeightSM: 36,
  controlHeightLG: 52,
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.18s',
  boxShadow: '0 1px 2px rgb(15 23 42 / 6%)',
  boxShadowTertiary: 'none',
} as const;

const components = {
  Card: { bodyPadding: 20, headerPadding: 20, headerFontSize: 16 },
  Form: { verticalLabelPadding: '0 0 4px' },
  Statistic: { contentFontSize: 28 },
  Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
} satisfies ThemeConfig['components'];

/** Ink blue on near-white. Every pair of text and ground has a contrast of at least 4.5:1. */
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
    // antd would derive these as dull greys from such dark seeds.
    colorPrimaryBg: '#e8edfb',
    colorInfoBg: '#eef2fb',
    colorInfoBorder: '#c7d2f5',
    colorSuccessBg: '#ecfdf3',
    colorSuccessBorder: '#bbf7d0',
    colorWarningBg: '#fffbeb',
    colorWarningBorder: '#fde68a',
    colorErrorBg: '#fef2f2',
    colorErrorBorder: '#fecaca',
    controlItemBgActive: '#e8edfb',
    controlItemBgActiveHover: '#dde5f9',
    colorBorder: '#c2c8d3',
    colorBorderSecondary: '#e3e6ec',
    colorTextSecondary: '#4b5563',
    colorTextDescription: '#4b5563',
    colorTextPlaceholder: '#6b7280',
  },
  components,
};

const dark: ThemeConfig = {
  algorithm: themes.darkAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#3b5fc9',
    colorPrimaryHover: '#4066cc',
    colorInfo: '#8fa8f0',
    colorLink: '#9db4f5',
    colorSuccess: '#4ade80',
    colorWarning: '#fbbf24',
    colorError: '#f87171',
    colorBgLayout: '#0d1220',
    controlItemBgActive: '#22305a',
    controlItemBgActiveHover: '#2a3a6a',
    colorBgContainer: '#151c2e',
    colorBgElevated: '#1b2438',
    colorBorder: '#46536e',
    colorBorderSecondary: '#28324a',
    colorTextSecondary: '#b3bccd',
    colorTextDescription: '#b3bccd',
    colorTextPlaceholder: '#8b95a9',
  },
  components: {
    ...components,
    // Derived from the primary color, these would be too dark on a dark ground.
    Button: {
      ...components.Button,
      // The red that reads well as text on a dark ground is too light for white on it.
      dangerColor: '#1a0b0b',
      defaultHoverColor: '#b9c9f8',
      defaultHoverBorderColor: '#8fa8f0',
      defaultActiveColor: '#9db4f5',
      defaultActiveBorderColor: '#8fa8f0',
    },
  },
};

/** The one look of the product, by the system's color scheme. */
export const theme = { light, dark };
