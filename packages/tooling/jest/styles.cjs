// Keeps antd's style sheets out of the page: jsdom has no layout, but compares every rule with every element
// when a test searches by role. Inline styles such as `display: none` still hide elements.
const createStyle = () => globalThis.document.createElement('style');

module.exports = {
  updateCSS: createStyle,
  injectCSS: createStyle,
  removeCSS: () => {},
  clearContainerCache: () => {},
};
