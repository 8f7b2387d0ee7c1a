import { useEffect, type RefObject } from 'react';

const TEXT = 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea';
const MOVES_FOCUS = new Set(['Tab', 'Shift', 'Escape']);

const isOf = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/**
 * Makes the fields of a busy form read-only: disabled fields would lose the focus, and screen readers would
 * skip them.
 */
export const useReadOnlyWhileBusy = (busy: boolean, frame: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const form = frame.current;
    if (!busy || !form) return;
    const over = new AbortController();
    const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT)].filter(
      ({ readOnly }) => !readOnly,
    );
    for (const field of fields) field.readOnly = true;
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const options = { capture: true, signal: over.signal };
    for (const press of ['mousedown', 'click'])
      form.addEventListener(
        press,
        (event) => isOf(event.target, `button, a, ${TEXT}`) || refuse(event),
        options,
      );
    form.addEventListener(
      'keydown',
      (event) =>
        MOVES_FOCUS.has(event.key) ||
        event.ctrlKey ||
        event.metaKey ||
        isOf(event.target, 'button, a') ||
        refuse(event),
      options,
    );
    return () => {
      over.abort();
      for (const field of fields) field.readOnly = false;
    };
  }, [frame, busy]);

const isInForm = (frame: HTMLElement, focused: Element | null): boolean => {
  if (frame.contains(focused)) return true;
  // A dialog's buttons belong to its form without being inside of it.
  const { form } = (focused ?? {}) as { form?: Element | null };
  return form !== undefined && form !== null && frame.contains(form);
};

/**
 * After each submission, moves the focus to the first field with an error, whether the page or the server
 * found it.
 */
export const useFirstErrorFocus = (frame: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const form = frame.current;
    if (!form) return;
    let isSubmitted = false;
    const focusFirst = () => {
      if (!isSubmitted) return;
      const field = form.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)');
      if (!field) return;
      isSubmitted = false;
      const { activeElement, body } = document;
      // Does not move the focus of a user who has left the form.
      if (activeElement === body || isInForm(form, activeElement)) field.focus();
    };
    const observer = new MutationObserver(focusFirst);
    observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
    const submit = () => {
      isSubmitted = true;
      // An unchanged error does not trigger the observer.
      setTimeout(focusFirst);
    };
    form.addEventListener('submit', submit);
    return () => {
      observer.disconnect();
      form.removeEventListener('submit', submit);
    };
  }, [frame]);
