import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Failure, LinkButton, useNotify, tokens } from '@qr-attendance/ui-kit';
import { saveFile } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../shared/section-title.tsx';
import { useReceipt } from '../api.ts';
import { checkPath, receiptFile } from '../receipt-file.ts';

/** Wide enough that the modules of a long link can be scanned from a phone's screen. */
const SIZE = 360;

export const MarkReceipt = ({ record }: { record: AttendanceRecord }) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const issued = useReceipt(record._id);
  const save = (text: string) => {
    const { name, content } = receiptFile(record, text, t);
    saveFile(content, name);
    notify.success(t('mark.receipt.saved', { fileName: name }));
  };
  return (
    <section style={{ marginBlockStart: tokens.margin }}>
      <SectionTitle level={3}>{t('mark.receipt.title')}</SectionTitle>
      <p style={{ margin: `${tokens.marginXXS}px 0 ${tokens.marginSM}px` }}>{t('mark.receipt.help')}</p>
      <Failure error={issued.error} text={t('mark.receipt.failed')} />
      {issued.data === undefined ? (
        <Button onClick={() => issued.mutate()} loading={issued.isPending}>
          {t('mark.receipt.get')}
        </Button>
      ) : (
        <div style={{ display: 'grid', gap: tokens.marginSM, justifyItems: 'start' }}>
          <img
            src={issued.data.picture}
            alt={t('mark.receipt.qr')}
            width={SIZE}
            height={SIZE}
            style={{ maxWidth: '100%', height: 'auto', borderRadius: tokens.borderRadius }}
          />
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.marginSM }}>
            <Button type="primary" onClick={() => save(issued.data.receipt)}>
              {t('mark.receipt.save')}
            </Button>
            <LinkButton to={checkPath(issued.data.receipt)}>{t('mark.receipt.check')}</LinkButton>
          </div>
        </div>
      )}
    </section>
  );
};
