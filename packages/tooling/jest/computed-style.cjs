// Computes styles faster than jsdom, which matches an element with hundreds of rules again after every change of the
// page, and resolves many colors. Queries by role and clicks read `display`, `visibility` and `pointer-events` of
// thousands of elements. Without style sheets (styles.cjs), a style follows from the element, its attributes and its
// ancestors.
const { document, getComputedStyle } = globalThis;

/** Attributes on which rules of the browser's own style sheet depend. */
const ATTRIBUTES = ['hidden', 'open', 'type', 'controls'];
const INHERITED = new Set(['visibility', 'pointer-events']);
const OFTEN_READ = { display: 'display', visibility: 'visibility', pointerEvents: 'pointer-events' };

const defaults = new Map();
/** The style of an element outside of the page, and its values that were read. */
const defaultsOf = (element) => {
  const { localName, namespaceURI } = element;
  const given = ATTRIBUTES.map((name) => element.getAttribute(name));
  const key = JSON.stringify([localName, ...given]);
  const known = defaults.get(key);
  if (known) return known;
  const sample = document.createElementNS(namespaceURI, localName);
  for (const [index, name] of ATTRIBUTES.entries())
    if (given[index] !== null) sample.setAttribute(name, given[index]);
  const computed = { style: getComputedStyle(sample), values: new Map() };
  defaults.set(key, computed);
  return computed;
};
const defaultValue = (element, property) => {
  const { style, values } = defaultsOf(element);
  if (!values.has(property)) values.set(property, style.getPropertyValue(property));
  return values.get(property);
};

const valueOf = (element, property) => {
  // Asking for the attribute first is faster, because jsdom creates the object of an element's style on demand.
  const own = element.hasAttribute('style') ? element.style?.getPropertyValue(property) : '';
  if (own && own !== 'inherit') return own;
  const { parentElement } = element;
  if (parentElement && (own === 'inherit' || INHERITED.has(property)))
    return valueOf(parentElement, property);
  return defaultValue(element, property);
};

const toKebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

globalThis.getComputedStyle = (element) =>
  new Proxy(defaultsOf(element).style, {
    get: (style, name) => {
      if (name === 'getPropertyValue') return (property) => valueOf(element, property);
      if (Object.hasOwn(OFTEN_READ, name)) return valueOf(element, OFTEN_READ[name]);
      const value = style[name];
      return typeof name === 'string' && typeof value === 'string' ? valueOf(element, toKebab(name)) : value;
    },
  });
