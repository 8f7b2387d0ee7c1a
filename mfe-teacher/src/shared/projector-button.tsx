import { DesktopOutlined } from '@ant-design/icons';
import { Button } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { enterFullScreen } from './full-screen.ts';
import { useLinks } from './use-links.ts';

interface Props {
  sessionId: string;
  type?: 'primary' | 'default';
  text?: string;
}

/** Enters full screen before navigating, because browsers grant it only on a click. */
export const ProjectorButton = ({ sessionId, type = 'default', text }: Props) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const navigate = useNavigate();
  const open = async () => {
    await enterFullScreen();
    await navigate(to.projector(sessionId));
  };
  return (
    <Button type={type} icon={<DesktopOutlined aria-hidden />} onClick={() => void open()}>
      {text ?? t('projector.open')}
    </Button>
  );
};
