import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { PRESSED_ATTRIBUTE, replaceFirstPage } from '../../src/browser/replace-first-page.ts';

globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  document.body.innerHTML = '';
});

/** Changes the page, and waits until existing observers have run. */
const change = async (root: HTMLElement, html: string, prepare = () => {}) => {
  const followed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(root, { childList: true, subtree: true });
  });
  root.innerHTML = html;
  prepare();
  await followed;
};

/**
 * A student typed the PIN and pressed the button; then the app's page replaced the first page, but has no
 * form yet.
 */
const replace = async () => {
  document.body.innerHTML = `
    <div id="page"><input name="pin" value=""><button name="mark">Mark</button></div>
    <div id="root"></div>`;
  const [page, root] = ['page', 'root'].map((id) => document.getElementById(id)) as [
    HTMLElement,
    HTMLElement,
  ];
  page.querySelector('input')!.value = '4711';
  page.setAttribute(PRESSED_ATTRIBUTE, 'mark');
  replaceFirstPage(page, root);
  await change(root, '<main>Loading</main>');
  expect(document.getElementById('page')).toBeNull();
  const pressed: string[] = [];
  const showForm = async () => {
    await change(root, '<main><input name="pin"><button name="mark">Mark</button></main>', () => {
      root.querySelector('button')!.onclick = () => void pressed.push(root.querySelector('input')!.value);
    });
    jest.advanceTimersByTime(1_000);
  };
  return { root, showForm, pressed };
};

test.each(['pointerdown', 'keydown'])(
  'early input is replayed after the app has loaded: %s',
  async (touch) => {
    const { root, showForm, pressed } = await replace();
    fireEvent(root.querySelector('main')!, new Event(touch, { bubbles: true }));
    await showForm();
    expect(pressed).toEqual(['4711']);
  },
);

test('an early press is not repeated once another button is pressed', async () => {
  const { root, showForm, pressed } = await replace();
  root.innerHTML = '<main><button>Cancel</button></main>';
  fireEvent.click(root.querySelector('button')!);
  await showForm();
  expect(root.querySelector('input')!.value).toBe('4711');
  expect(pressed).toEqual([]);
});

test('early input does not overwrite text typed into the app’s field', async () => {
  const { root, showForm } = await replace();
  root.innerHTML = '<main><input name="pin"></main>';
  fireEvent.input(root.querySelector('input')!, { target: { value: '12' } });
  await showForm();
  expect(root.querySelector('input')!.value).toBe('');
});
