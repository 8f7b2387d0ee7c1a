import { type FileFormat, fileFormatSchema, MAX_WORKBOOK_ROWS } from '@qr-attendance/contracts';
import { ExportButton } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

interface Props {
  label: string;
  /** The file name without its extension. */
  name: string;
  /** The number of lines in the file. Long files are offered only as CSV, because a workbook has a limit. */
  lines?: number;
  load: (format: FileFormat) => Promise<Blob>;
}

export const FileButtons = ({ label, name, lines = 0, load }: Props) => {
  const { t } = useTranslation('admin');
  const isTooLong = lines >= MAX_WORKBOOK_ROWS;
  return (
    <div className="row">
      <span>{label}</span>
      {fileFormatSchema.options
        .filter((format) => format === 'csv' || !isTooLong)
        .map((format) => (
          <ExportButton
            key={format}
            load={() => load(format)}
            fileName={`${name}.${format}`}
            label={t(`imports.formats.${format}`, { label })}
          />
        ))}
      {isTooLong && (
        <span className="muted">{t('imports.onlyCsv', { rows: formatNumber(MAX_WORKBOOK_ROWS) })}</span>
      )}
    </div>
  );
};
