import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import './drawer.css';

interface Props {
  title: string;
  closeLabel?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the window's edge, shown while mounted. The page beside it stays usable. */
export const Drawer = ({ title, closeLabel, onClose, children }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    heading.current?.focus();
    return () => {
      // The focus may already be elsewhere, as on the button that opened the next drawer.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [opener]);
  return (
    <div
      role="dialog"
      aria-labelledby={id}
      className="ui-drawer"
      onKeyDown={(event) => {
        // An open list or calendar inside handles its own Escape.
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
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
