import { HOLDS, PRESSED, SHOWN } from './first-page-marks.ts';

/** So long what was begun waits for the step that it belongs to. */
const PATIENCE_MS = 60_000;

/** What was done with the first page before the app was there; fields and buttons by their names. */
interface Begun {
  values: Map<string, string>;
  /** The field that had the keyboard last. */
  focused: string | undefined;
  pressed: string | undefined;
}

/** Follows the keyboard: once the app's own field has taken it, it can't be asked where it was. */
const followFocus = (page: Element): (() => string | undefined) => {
  let focused: string | undefined;
  const note = ({ target }: { target: unknown }): void => {
    if (target instanceof HTMLInputElement && page.contains(target)) focused = target.name;
  };
  note({ target: document.activeElement });
  page.addEventListener('focusin', note);
  return () => focused;
};

const readBegun = (page: Element): Omit<Begun, 'focused'> => {
  const fields = page.querySelectorAll<HTMLInputElement>('input:not([type="radio"])');
  const typed = [...fields].filter(({ value, defaultValue }) => value !== defaultValue);
  return {
    values: new Map(typed.map(({ name, value }) => [name, value])),
    pressed: page.getAttribute(PRESSED) ?? undefined,
  };
};

const named = <Found extends Element>(root: Element, kind: string, name: string): Found | undefined =>
  root.querySelector<Found>(`${kind}[name="${CSS.escape(name)}"]`) ?? undefined;

/** As if it was typed: React's own setter would take it for what is there already. */
const type = (field: HTMLInputElement, value: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Goes on in the app's own page with what was begun. @returns whether the page has what that was about */
const goOn = (root: Element, { values, focused, pressed }: Begun): boolean => {
  const fields = [...values].map(([name, value]) => ({
    field: named<HTMLInputElement>(root, 'input', name),
    value,
  }));
  const toFocus = focused === undefined ? undefined : named<HTMLInputElement>(root, 'input', focused);
  const button = pressed === undefined ? undefined : named<HTMLButtonElement>(root, 'button', pressed);
  const isThere = fields.every(({ field }) => field) && (pressed === undefined || button !== undefined);
  if (!isThere) return false;
  for (const { field, value } of fields) if (field) type(field, value);
  toFocus?.focus();
  // Once the app has drawn what was typed.
  if (button) setTimeout(() => button.click());
  return true;
};

/** More than what stands for things to come, which has no words. */
const hasWords = (root: Element): boolean => (root.querySelector('main')?.textContent ?? '').trim() !== '';

/**
 * Puts what the app draws in the place of the first page: at once, or where that holds, when the app has words to show. What
 * was typed and pressed meanwhile goes on in the app's page.
 * @param root what the app is going to draw into
 */
export const takeOverFrom = (page: HTMLElement, root: HTMLElement): void => {
  // What is not shown yet is not read out either.
  root.setAttribute('aria-hidden', 'true');
  const focused = followFocus(page);
  let begun: Begun | undefined;
  const look = (): void => {
    if (!begun) {
      if (root.hasAttribute(HOLDS) ? !hasWords(root) : !root.hasChildNodes()) return;
      begun = { ...readBegun(page), focused: focused() };
      page.remove();
      for (const name of [SHOWN, HOLDS, 'aria-hidden']) root.removeAttribute(name);
      document.adoptedStyleSheets = [];
      // It is there already: nothing has to come in gently.
      for (const change of root.querySelector('.area-page')?.getAnimations() ?? []) change.finish();
      setTimeout(stop, PATIENCE_MS);
    }
    if (goOn(root, begun)) stop();
  };
  const watching = new MutationObserver(look);
  const stop = (): void => {
    watching.disconnect();
    for (const event of ['keydown', 'pointerdown']) root.removeEventListener(event, stop);
  };
  watching.observe(root, { childList: true, subtree: true });
  // Whoever goes on by hand has seen what is there.
  for (const event of ['keydown', 'pointerdown']) root.addEventListener(event, stop, { once: true });
};
