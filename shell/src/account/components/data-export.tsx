import { DownloadOutlined } from '@ant-design/icons';
import { Button, Card, Notice, useNotify } from '@qr-attendance/ui-kit';
import { currentLanguage, messageOf, saveFile, useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { gatherDataExport, toFile, type DataExport as Data } from '../gather-data-export.ts';

export const DataExport = () => {
  const { t } = useTranslation('account');
  const api = useApi();
  const notify = useNotify();
  const save = (data: Data) => {
    const { name, content } = toFile(data);
    saveFile(content, name);
    notify.success(t('common:report.exported', { fileName: name }));
  };
  const gather = useCancelableMutation({
    mutationFn: () => gatherDataExport(api),
    onSuccess: (data) => {
      if (!data.missing.length) save(data);
    },
    onError: (error) => notify.error(messageOf(error, t('common:proofCanceled'))),
  });
  const partial = gather.data?.missing.length ? gather.data : undefined;
  const parts = new Intl.ListFormat(currentLanguage()).format(
    (partial?.missing ?? []).map((part) => t(`data.parts.${part}`)),
  );
  return (
    <Card title={t('data.title')} help={t('data.help')}>
      {partial && (
        <Notice
          type="warning"
          title={t(partial.found.length ? 'data.missing' : 'data.nothing', { parts })}
          className="below"
        />
      )}
      <div className="row">
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => gather.mutate()}
          loading={gather.isPending}
        >
          {t(partial ? 'common:retry' : 'data.submit')}
        </Button>
        {partial && partial.found.length > 0 && (
          <Button onClick={() => save(partial)}>{t('data.saveRest')}</Button>
        )}
      </div>
    </Card>
  );
};
