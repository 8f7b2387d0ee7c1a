import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { keepEscapeForPopup } from '../layers.ts';
import './drawer.css';

interface Props {
  title: string;
  closeLabel?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The browser itself closes a dialog inside the drawer. */
const isInDialog = ({ target, currentTarget }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('dialog') !== null &&
  currentTarget.contains(target.closest('dialog'));

/** A panel at the window's edge, shown while mounted. The page beside it stays usable. */
export const Drawer = ({ title, closeLabel, onClose, children }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    heading.current?.focus();
    return () => {
      // The focus may already be elsewhere, for example on the button that opened the next drawer.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [opener]);
  return (
    <div
      role="dialog"
      aria-labelledby={id}
      className="ui-drawer"
      onKeyDownCapture={keepEscapeForPopup}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isInDialog(event)) return;
        // Prevents a surrounding layer from closing, too.
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button
          type="text"
          aria-label={closeLabel ?? t('common:close')}
          icon={<CloseOutlined aria-hidden />}
          onClick={onClose}
        />
      </header>
      <div className="ui-drawer-body">{children}</div>
    </div>
  );
};
