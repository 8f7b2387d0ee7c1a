import { importWarningSchema, knownOrOther, type ImportRun } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

type Example = NonNullable<ImportRun['warnings']>['examples'][number];

/** Lines that an administrator may want to correct before the import. */
export const Warnings = ({ warnings }: { warnings: NonNullable<ImportRun['warnings']> }) => {
  const { t } = useTranslation('admin');
  const { count, examples } = warnings;
  const otherOf = ({ otherLine, otherCourse = '' }: Example): string =>
    otherLine === undefined ? otherCourse : t('imports.lineNumber', { line: formatNumber(otherLine) });
  const textOf = (example: Example) => {
    const { warning, longClass } = example;
    if (longClass) return t('imports.longClass', { ...longClass, hours: formatNumber(longClass.hours) });
    return (
      <>
        {t(`imports.warnings.${knownOrOther(importWarningSchema, warning)}`)} <bdi>({otherOf(example)})</bdi>
      </>
    );
  };
  return (
    <Notice
      type="warning"
      role="status"
      title={t('imports.warned', { count, found: formatNumber(count) })}
      description={
        <ul className="list stack gap-xs">
          {examples.map((example) => (
            <li key={`${example.line} ${example.warning}`}>
              {t('imports.lineNumber', { line: formatNumber(example.line) })}: {textOf(example)}
            </li>
          ))}
        </ul>
      }
    />
  );
};
