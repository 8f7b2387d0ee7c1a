import { CloseOutlined } from '@ant-design/icons';
import { Button, useDocumentTitle } from '@qr-attendance/ui-kit';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveFullScreen } from '../../../shared/full-screen.ts';
import './projector.css';

const REST_MS = 3_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** True at first, and for 3 s after each movement, touch or key press. */
const useUserActive = (): boolean => {
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    const rest = () => setAwake(false);
    let timer = setTimeout(rest, REST_MS);
    const wake = () => {
      setAwake(true);
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    for (const sign of SIGNS) window.addEventListener(sign, wake);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, wake);
    };
  }, []);
  return awake;
};

/** A modal dialog over the whole window; everything behind it is inert. Escape or Close closes it. */
export const ProjectorScreen = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const { t } = useTranslation('teacher');
  useDocumentTitle(t('projector.open'));
  const awake = useUserActive();
  const screen = useRef<HTMLDialogElement>(null);
  // In full screen, the browser handles Escape and only reports that full screen has ended.
  const onChange = useEffectEvent(() => {
    if (!document.fullscreenElement) onClose();
  });
  useEffect(() => {
    const shown = screen.current;
    shown?.showModal();
    // Focusing the Close button would prevent it from fading.
    shown?.focus();
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
        {t('common:close')}
      </Button>
    </dialog>
  );
};
