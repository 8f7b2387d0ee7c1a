import type { CDPSession, Page } from '@playwright/test';

export const controlStates = {
  normal: [],
  hovered: ['hover'],
  focused: ['focus', 'focus-visible', 'focus-within'],
  pressed: ['active', 'hover'],
} as const;
export type ControlState = keyof typeof controlStates;

const CONTROLS = [
  'a[href]',
  'button',
  'input:not([hidden])',
  'textarea',
  'select',
  'summary',
  'label',
  '[role=switch]',
  '[role=option]',
  '.ant-select-item-option',
  '.ant-select',
  '.ant-input-affix-wrapper',
  '.ant-input-number',
  '.ant-radio-button-wrapper',
  '.ant-checkbox',
  '.ant-radio',
].join(', ');
const FIELDS = [
  '.ant-input',
  '.ant-input-affix-wrapper',
  '.ant-select',
  '.ant-input-number',
  '.text-field-input',
  'textarea',
  '.ant-checkbox',
  '.ant-radio',
  '.ant-switch',
].join(', ');
const DISABLED = [
  ':disabled',
  '[aria-disabled=true]',
  '.ant-select-disabled',
  '.ant-radio-button-wrapper-disabled',
  '.ant-checkbox-wrapper-disabled',
].join(', ');

/**
 * Runs in the page. Returns pairs with insufficient contrast as `what: ratio (colors)`. Text needs 4.5:1,
 * large text 3:1 (WCAG 1.4.3); icons of controls, borders of fields and focus indicators need 3:1 (1.4.11).
 * Disabled controls are exempt.
 */
const MEASURE = `(({ controls, fields, disabled, focused }) => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  context.canvas.width = 1;
  context.canvas.height = 1;
  const known = new Map();
  // Any color that CSS can say, as the screen shows it.
  const read = (color) => {
    if (!known.has(color)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      known.set(color, [r, g, b, a / 255]);
    }
    return known.get(color);
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const groundOf = (element) => {
    if (!element) return [255, 255, 255, 1];
    const color = read(getComputedStyle(element).backgroundColor);
    return color[3] === 1 ? color : over(color, groundOf(element.parentElement));
  };
  const luminance = ([r, g, b]) => {
    const linear = (part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };

  const isDisabled = (element) =>
    element.closest(disabled) !== null || element.querySelector(':scope > input:disabled') !== null;
  const isShown = (element) => {
    const { width, height, right } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || right < 0) return false;
    for (let at = element; at; at = at.parentElement) {
      const { visibility, display, opacity, clipPath } = getComputedStyle(at);
      if (visibility === 'hidden' || display === 'none' || Number(opacity) === 0 || clipPath !== 'none')
        return false;
    }
    return true;
  };
  const nameOf = (element) => {
    const kind = [element.tagName.toLowerCase(), ...element.classList].slice(0, 4).join('.');
    return kind + ' ' + (element.textContent || element.getAttribute('aria-label') || element.id).slice(0, 30);
  };
  const problems = new Set();
  const shown = (color) => color.map((part) => Math.round(part * 100) / 100).join(' ');
  const compare = (what, element, color, ground, wanted) => {
    const ratio = contrast(over(color, ground), ground);
    if (ratio + 0.01 < wanted)
      problems.add(
        [what, 'of', nameOf(element) + ':', ratio.toFixed(2), 'of', wanted].join(' ') +
          ' (' + shown(color) + ' on ' + shown(ground) + ')',
      );
  };

  const readText = (element) => {
    const isText = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim();
    if (![...element.childNodes].some(isText)) return;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    compare('text', element, read(style.color), groundOf(element), large ? 3 : 4.5);
  };
  const readIcon = (element) =>
    compare('icon', element, read(getComputedStyle(element).color), groundOf(element), 3);
  const readTyped = (element) => {
    const ground = groundOf(element);
    compare('typed text', element, read(getComputedStyle(element).color), ground, 4.5);
    const { color } = getComputedStyle(element, '::placeholder');
    if (element.getAttribute('placeholder')) compare('placeholder', element, read(color), ground, 4.5);
  };
  const readEdge = (element) => {
    const style = getComputedStyle(element);
    const outside = groundOf(element.parentElement);
    if (contrast(groundOf(element), outside) >= 3 || parseFloat(style.borderTopWidth) === 0) return;
    compare('edge', element, read(style.borderTopColor), outside, 3);
  };
  const readFocus = (element) => {
    const style = getComputedStyle(element);
    if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) === 0) return;
    const inset = parseFloat(style.outlineOffset) < 0;
    compare('focus', element, read(style.outlineColor), groundOf(inset ? element : element.parentElement), 3);
  };

  for (const control of document.querySelectorAll(controls)) {
    if (!isShown(control) || isDisabled(control)) continue;
    readText(control);
    for (const inner of control.querySelectorAll('*'))
      if (isShown(inner) && !isDisabled(inner)) (inner instanceof SVGSVGElement ? readIcon : readText)(inner);
    const typed = control.matches('textarea, input:not([type=checkbox], [type=radio])');
    if (typed && getComputedStyle(control).opacity !== '0') readTyped(control);
    const frame = control.closest('.ant-input-affix-wrapper, .ant-select, .ant-input-number');
    // Read-only text is not a field.
    const isField = control.matches(fields) && (frame ? frame === control : !(typed && control.readOnly));
    if (isField) readEdge(control);
    if (focused && control.matches('a, button, summary')) readFocus(control);
  }
  return [...problems];
})`;

/** Waits until transitions have ended, because colors change during them. */
const SETTLED = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const underWay = () => document.getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  do {
    await frame();
    await frame();
    await Promise.allSettled(underWay().map(({ finished }) => finished));
  } while (underWay().some(({ playState }) => playState === 'running'));
})()`;

const nodesOf = async (cdp: CDPSession): Promise<number[]> => {
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await cdp.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: `:is(${CONTROLS}), :is(${CONTROLS}) *`,
  });
  return nodeIds;
};

export const findDimControls = async (page: Page, state: ControlState): Promise<string[]> => {
  const cdp = await page.context().newCDPSession(page);
  try {
    await cdp.send('DOM.enable');
    await cdp.send('CSS.enable');
    const forcedPseudoClasses = [...controlStates[state]];
    const nodes = forcedPseudoClasses.length ? await nodesOf(cdp) : [];
    await Promise.all(
      nodes.map((nodeId) => cdp.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
    );
    await page.evaluate(SETTLED);
    const options = { controls: CONTROLS, fields: FIELDS, disabled: DISABLED, focused: state === 'focused' };
    return await page.evaluate<string[]>(`${MEASURE}(${JSON.stringify(options)})`);
  } finally {
    await cdp.detach();
  }
};
