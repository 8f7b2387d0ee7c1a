import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Button, Failure, LinkButton, useNotify } from '@qr-attendance/ui-kit';
import { saveFile } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useReceipt } from '../api.ts';
import { receiptCheckPath, receiptFile } from '../receipt-file.ts';

/** The code is large enough to scan a long link from a phone's screen. */
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
    <section className="above">
      <h3 className="title">{t('mark.receipt.title')}</h3>
      <p className="flush above-xxs below-sm">{t('mark.receipt.help')}</p>
      <Failure error={issued.error} text={t('mark.receipt.failed')} />
      {issued.data === undefined ? (
        <Button onClick={() => issued.mutate()} loading={issued.isPending}>
          {t('mark.receipt.get')}
        </Button>
      ) : (
        <div className="stack gap-sm">
          <img
            src={issued.data.picture}
            alt={t('mark.receipt.qr')}
            width={SIZE}
            height={SIZE}
            className="picture"
          />
          <div className="row">
            <Button type="primary" onClick={() => save(issued.data.receipt)}>
              {t('mark.receipt.save')}
            </Button>
            <LinkButton to={receiptCheckPath(issued.data.receipt)}>{t('mark.receipt.check')}</LinkButton>
          </div>
        </div>
      )}
    </section>
  );
};
