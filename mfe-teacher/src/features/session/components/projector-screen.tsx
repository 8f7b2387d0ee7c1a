import { CloseOutlined } from '@ant-design/icons';
import { Button, useDocumentTitle } from '@qr-attendance/ui-kit';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveFullScreen } from '../../../shared/full-screen.ts';
import { useUserActive } from '../use-user-active.ts';
import './projector.css';

/** A modal dialog covers the window and makes everything behind it inert. Escape or Close closes it. */
export const ProjectorScreen = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const { t } = useTranslation('teacher');
  useDocumentTitle(t('projector.open'));
  const awake = useUserActive();
  const screen = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);

  useEffect(() => {
    const shown = screen.current;
    shown?.showModal();
    // Focusing Close would keep it from fading.
    shown?.focus();
    // In full screen the browser handles Escape and reports only the end of full screen.
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

  return (
    <dialog
      ref={screen}
      tabIndex={-1}
      aria-label={t('projector.open')}
      className={`projector ${awake ? 'projector-awake' : ''}`}
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
