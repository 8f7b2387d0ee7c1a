import { DownloadOutlined } from '@ant-design/icons';
import { saveFile } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../dialog/action-button.tsx';

interface Props {
  load: () => Promise<Blob>;
  fileName: string;
  label?: string;
  disabled?: boolean;
}

export const ExportButton = ({ load, fileName, label, disabled = false }: Props) => {
  const { t } = useTranslation();
  return (
    <ActionButton
      icon={<DownloadOutlined aria-hidden />}
      disabled={disabled}
      act={async () => saveFile(await load(), fileName)}
      done={t('common:report.exported', { fileName })}
      failure={t('common:report.exportFailed')}
    >
      {label ?? t('common:report.export')}
    </ActionButton>
  );
};
