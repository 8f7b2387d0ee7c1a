// antd's style sheets stay out of the page: jsdom lays nothing out, and compares every rule with every element that a
// test looks for by its role. What is hidden by a style of its own (`display: none`) is hidden all the same.
const createStyle = () => globalThis.document.createElement('style');

module.exports = {
  updateCSS: createStyle,
  injectCSS: createStyle,
  removeCSS: () => {},
  clearContainerCache: () => {},
};
