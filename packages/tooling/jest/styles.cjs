// antd's style sheets stay out of the page: jsdom lays nothing out, and compares every rule with every element that a
// test looks for by its role. What is hidden by a style of its own (`display: none`) is hidden all the same.
const makeStyle = () => globalThis.document.createElement('style');

module.exports = {
  updateCSS: makeStyle,
  injectCSS: makeStyle,
  removeCSS: () => {},
  clearContainerCache: () => {},
};
