import type { KeyboardEvent } from 'react';

/** antd closes these on Escape, without saying so to the layer around them. */
const OPEN_POPUP = '[role="combobox"][aria-expanded="true"], .ant-dropdown-open';

/**
 * For the capture phase of a dialog or drawer: one press of Escape closes one layer. A prevented press closes neither a
 * native dialog nor a drawer.
 */
export const keepEscapeForPopup = (event: KeyboardEvent): void => {
  if (event.key !== 'Escape') return;
  const { repeat, isComposing } = event.nativeEvent;
  if (repeat || isComposing || document.querySelector(OPEN_POPUP)) event.preventDefault();
};
