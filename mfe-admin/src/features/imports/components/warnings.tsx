import { importWarningSchema, knownOr, type ImportRun } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

type Example = NonNullable<ImportRun['warnings']>['examples'][number];

/** Lines that overlap with other classes, which an administrator may want to correct before the import. */
export const Warnings = ({ warnings }: { warnings: NonNullable<ImportRun['warnings']> }) => {
  const { t } = useTranslation('admin');
  const { count, examples } = warnings;
  const otherOf = ({ otherLine, otherCourse = '' }: Example): string =>
    otherLine === undefined ? otherCourse : t('imports.lineNumber', { line: formatNumber(otherLine) });
  return (
    <Notice
      type="warning"
      role="status"
      title={t('imports.overlaps', { count, found: formatNumber(count) })}
      description={
        <ul className="list stack gap-xs">
          {examples.map((example) => (
            <li key={`${example.line} ${example.warning}`}>
              {t('imports.lineNumber', { line: formatNumber(example.line) })}:{' '}
              {t(`imports.warnings.${knownOr(importWarningSchema, example.warning)}`)}{' '}
              <bdi>({otherOf(example)})</bdi>
            </li>
          ))}
        </ul>
      }
    />
  );
};
