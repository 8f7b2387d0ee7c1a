export const FIRST_PAGE = 'first-page';
export const FIRST_PAGE_ATTRIBUTE = 'data-first-page';
/** Attribute of the root element that keeps the first page until the app has rendered text. */
export const WAIT_FOR_TEXT_ATTRIBUTE = 'data-holds';
export const PRESSED_ATTRIBUTE = 'data-pressed';
export const BUSY_ATTRIBUTE = 'aria-busy';

/** Maximum time that early input waits for the app to render its page. */
const REPLAY_TIMEOUT_MS = 60_000;

interface EarlyInput {
  values: Map<string, string>;
  focused: string | undefined;
  pressed: string | undefined;
}

/** Tracks the focus on the first page, because the app's field may take it before the input is replayed. */
const followFocus = (page: Element): (() => string | undefined) => {
  let focused: string | undefined;
  const note = ({ target }: { target: unknown }): void => {
    if (target instanceof HTMLInputElement && page.contains(target)) focused = target.name;
  };
  note({ target: document.activeElement });
  page.addEventListener('focusin', note);
  return () => focused;
};

/** A longer press, for example a scroll, is not a click. */
const MAX_PRESS_MS = 1_000;

/** Tracks whether the user is pressing a button, before the browser fires the click. */
const followPresses = (page: Element, onReleased: () => void): (() => boolean) => {
  let pressed: ReturnType<typeof setTimeout> | undefined;
  const release = (): void => {
    clearTimeout(pressed);
    pressed = undefined;
    onReleased();
  };
  const releaseIn = (ms: number): void => {
    clearTimeout(pressed);
    pressed = setTimeout(release, ms);
  };
  page.addEventListener('pointerdown', () => releaseIn(MAX_PRESS_MS));
  // The browser fires the click right after this event.
  for (const event of ['pointerup', 'pointercancel'])
    page.addEventListener(event, () => pressed !== undefined && releaseIn(0));
  return () => pressed !== undefined;
};

const readEarlyInput = (page: Element): Omit<EarlyInput, 'focused'> => {
  const fields = page.querySelectorAll<HTMLInputElement>('input:not([type="radio"])');
  const typed = [...fields].filter(({ value, defaultValue }) => value !== defaultValue);
  return {
    values: new Map(typed.map(({ name, value }) => [name, value])),
    pressed: page.getAttribute(PRESSED_ATTRIBUTE) ?? undefined,
  };
};

const named = <Found extends Element>(root: Element, kind: string, name: string): Found | undefined =>
  root.querySelector<Found>(`${kind}[name="${CSS.escape(name)}"]`) ?? undefined;

/** Uses the native setter, because React's own setter would treat the value as unchanged. */
const type = (field: HTMLInputElement, value: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Replays early input in the app's page. Returns false if a field or button is missing from that page. */
const replayInput = (root: Element, { values, focused, pressed }: EarlyInput): boolean => {
  const fields = [...values].map(([name, value]) => ({
    field: named<HTMLInputElement>(root, 'input', name),
    value,
  }));
  const toFocus = focused === undefined ? undefined : named<HTMLInputElement>(root, 'input', focused);
  const button = pressed === undefined ? undefined : named<HTMLButtonElement>(root, 'button', pressed);
  const isComplete = fields.every(({ field }) => field) && (pressed === undefined || button !== undefined);
  if (!isComplete) return false;
  for (const { field, value } of fields) if (field) type(field, value);
  toFocus?.focus();
  // The click waits until the app has rendered the typed values.
  if (button) setTimeout(() => button.click());
  return true;
};

/**
 * Drops the early input that the user replaces in the app's page. A touch that only scrolls replaces nothing.
 */
const forgetReplaced = (early: EarlyInput, { type: event, target }: Event): void => {
  if (!(target instanceof Element)) return;
  if (event === 'input') early.values.delete(target.getAttribute('name') ?? '');
  if (event !== 'pointerdown' || target.closest('input, textarea, select')) early.focused = undefined;
  if (event === 'click' && target.closest('a, button')) early.pressed = undefined;
};

const hasText = (root: Element): boolean => (root.querySelector('main')?.textContent ?? '').trim() !== '';

/**
 * Waits for rendered text if the root has `WAIT_FOR_TEXT_ATTRIBUTE`, and for the end of a press, which would otherwise
 * be lost. Then replays the early input in the app's page.
 */
export const replaceFirstPage = (page: HTMLElement, root: HTMLElement): void => {
  // Screen readers must skip content that is not visible yet.
  root.setAttribute('aria-hidden', 'true');
  const focused = followFocus(page);
  const isPressed = followPresses(page, () => update());
  const interactions = new AbortController();
  let earlyInput: EarlyInput | undefined;
  const update = (): void => {
    if (!earlyInput) {
      if (isPressed()) return;
      if (root.hasAttribute(WAIT_FOR_TEXT_ATTRIBUTE) ? !hasText(root) : !root.hasChildNodes()) return;
      earlyInput = { ...readEarlyInput(page), focused: focused() };
      page.remove();
      for (const name of [FIRST_PAGE_ATTRIBUTE, WAIT_FOR_TEXT_ATTRIBUTE, 'aria-hidden'])
        root.removeAttribute(name);
      document.adoptedStyleSheets = [];
      // The content is already visible, so it must not fade in again.
      for (const change of root.querySelector('.area-page')?.getAnimations() ?? []) change.finish();
      setTimeout(stop, REPLAY_TIMEOUT_MS);
    }
    if (replayInput(root, earlyInput)) stop();
  };
  const observer = new MutationObserver(update);
  const stop = (): void => {
    observer.disconnect();
    interactions.abort();
  };
  observer.observe(root, { childList: true, subtree: true });
  for (const event of ['input', 'keydown', 'pointerdown', 'click'])
    root.addEventListener(event, (happened) => earlyInput && forgetReplaced(earlyInput, happened), {
      signal: interactions.signal,
    });
};
