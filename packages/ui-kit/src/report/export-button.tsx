import { DownloadOutlined } from '@ant-design/icons';
import { messageOf, saveFile } from '@qr-attendance/web-kit';
import { Button } from '../button/button.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotify } from '../notify.tsx';

interface Props {
  load: () => Promise<Blob>;
  fileName: string;
  label?: string;
  disabled?: boolean;
}

export const ExportButton = ({ load, fileName, label, disabled = false }: Props) => {
  const { t } = useTranslation();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const exportNow = async () => {
    setBusy(true);
    try {
      saveFile(await load(), fileName);
      notify.success(t('common:report.exported', { fileName }));
    } catch (error) {
      notify.error(messageOf(error, t('common:report.exportFailed')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={busy}
      disabled={disabled}
      onClick={() => void exportNow()}
    >
      {label ?? t('common:report.export')}
    </Button>
  );
};
