// The index of @ant-design/icons loads more than 1,600 modules; each icon has a file of its own, loaded when it is used.
const load = (name) =>
  name === 'IconProvider'
    ? require('@ant-design/icons/lib/components/Context').default.Provider
    : require(`@ant-design/icons/lib/icons/${name}`).default;

module.exports = new Proxy(
  { __esModule: true },
  { get: (target, name) => (/^[A-Z]/.test(String(name)) ? (target[name] ??= load(name)) : target[name]) },
);
