/** Replaces antd's tooltips with a shared popup, which only `tooltip={{ unique: true }}` uses. */
export default ({ children }) => children;
