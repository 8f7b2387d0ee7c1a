/** In place of antd's: tooltips that share one popup, which only `tooltip={{ unique: true }}` asks for. */
export default ({ children }) => children;
