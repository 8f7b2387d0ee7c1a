import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Dialog } from '../src/dialog/dialog.tsx';

afterEach(cleanup);

const pressEscape = (name: string) =>
  fireEvent(screen.getByRole('dialog', { name }), new Event('cancel', { cancelable: true }));

test('Escape closes the inner of two dialogs and keeps the outer dialog open', () => {
  const [closeOuter, closeInner] = [jest.fn(), jest.fn()];
  render(
    <Dialog title="Outer" onClose={closeOuter}>
      <Dialog title="Inner" onClose={closeInner} />
    </Dialog>,
  );
  pressEscape('Inner');
  expect(closeInner).toHaveBeenCalledTimes(1);
  expect(closeOuter).not.toHaveBeenCalled();
  pressEscape('Outer');
  expect(closeOuter).toHaveBeenCalledTimes(1);
});
