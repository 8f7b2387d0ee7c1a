import { DownloadOutlined } from '@ant-design/icons';
import { useNotify } from '@qr-attendance/ui-kit';
import { currentLanguage, saveFile } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../../identity/identity-context.ts';
import { gatherDataExport, toFile, type DataExport as Data } from '../gather-data-export.ts';
import { Section } from './section.tsx';

export const DataExport = () => {
  const { t } = useTranslation('account');
  const { api } = useIdentityState();
  const notify = useNotify();
  const save = (data: Data) => {
    const { name, content } = toFile(data);
    saveFile(content, name);
    notify.success(t('data.done', { fileName: name }));
  };
  const gather = useMutation({
    mutationFn: () => gatherDataExport(api),
    onSuccess: (data) => {
      if (!data.missing.length) save(data);
    },
  });
  const partial = gather.data?.missing.length ? gather.data : undefined;
  const parts = new Intl.ListFormat(currentLanguage()).format(
    (partial?.missing ?? []).map((part) => t(`data.parts.${part}`)),
  );
  return (
    <Section title={t('data.title')} help={t('data.help')}>
      {partial && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t(partial.found.length ? 'data.missing' : 'data.nothing', { parts })}
          style={{ marginBlockEnd: 16 }}
        />
      )}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
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
    </Section>
  );
};
