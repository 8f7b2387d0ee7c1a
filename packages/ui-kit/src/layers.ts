import type { KeyboardEvent } from 'react';

/** Popups that antd closes on Escape without preventing the default. */
const OPEN_POPUP = '[role="combobox"][aria-expanded="true"], .ant-dropdown-open';

/**
 * A key handler for the capture phase of a dialog or drawer, so that one press of Escape closes one layer. A
 * prevented key event closes neither a native dialog nor a drawer.
 */
export const keepEscapeForPopup = (event: KeyboardEvent): void => {
  if (event.key !== 'Escape') return;
  const { repeat, isComposing } = event.nativeEvent;
  if (repeat || isComposing || document.querySelector(OPEN_POPUP)) event.preventDefault();
};
