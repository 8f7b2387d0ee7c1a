export { AntdTheme } from '@qr-attendance/ui-kit';
