import { CloseOutlined } from '@ant-design/icons';
import { useDocumentTitle, tokens } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveFullScreen } from '../../../shared/full-screen.ts';
import { useAwake } from '../use-awake.ts';
import './projector.css';

/** Covers the window: the browser's dialog lies above the frame and makes it inert. Escape closes it, and Close. */
export const ProjectorScreen = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const { t } = useTranslation('teacher');
  useDocumentTitle(t('projector.open'));
  const awake = useAwake();
  const screen = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);

  useEffect(() => {
    const shown = screen.current;
    shown?.showModal();
    // Not the Close button: a focused one would not fade.
    shown?.focus();
    // In full screen the browser keeps Escape to itself and only tells that full screen is over.
    const onChange = () => {
      if (!document.fullscreenElement) close.current();
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      shown?.close();
      void leaveFullScreen();
    };
  }, []);

  const colors = {
    '--projector-ground': tokens.colorBgLayout,
    '--projector-text': tokens.colorText,
    '--projector-muted': tokens.colorTextSecondary,
  } as CSSProperties;
  return (
    <dialog
      ref={screen}
      tabIndex={-1}
      aria-label={t('projector.open')}
      className={`projector ${awake ? 'projector-awake' : ''}`}
      style={colors}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
      <Button className="projector-close" icon={<CloseOutlined aria-hidden />} onClick={onClose}>
        {t('projector.close')}
      </Button>
    </dialog>
  );
};
