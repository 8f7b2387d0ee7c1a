import { importSkipReasonSchema, knownOrOther, type ImportRun } from '@qr-attendance/contracts';
import { Card, Failure, Notice } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useChooseHeader } from '../api.ts';
import { NativeSelect } from '../../../shared/native-select.tsx';

const SHOWN_CELLS = 4;

export const FileSummary = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const choose = useChooseHeader(run._id);
  const { reading } = run;
  if (!reading) return null;
  const { encoding, headerLine, beginning, skipped, invisible, otherSheets = [] } = reading;
  const lineOf = (line: number) => t('imports.lineNumber', { line: formatNumber(line) });
  const more = (count: number, shown: number) => (count > shown ? ' …' : '');
  return (
    <Card title={t('imports.reading')} help={t('imports.readingHelp')}>
      <div className="stack">
        <NativeSelect
          label={t('imports.headerLine')}
          value={String(headerLine)}
          options={beginning.map(({ line, cells }) => ({
            value: String(line),
            text: `${lineOf(line)}: ${cells.filter(Boolean).slice(0, SHOWN_CELLS).join(' · ')}`,
          }))}
          onChange={(line) => choose.mutate(Number(line))}
        />
        <Failure error={choose.error} text={t('imports.headerFailed')} />
        {encoding === 'windows-1252' && (
          <Notice type="warning" title={t('imports.encoding')} description={t('imports.encodingHelp')} />
        )}
        {skipped.count > 0 && (
          <Notice
            type="info"
            title={t('imports.skipped', { count: skipped.count, found: formatNumber(skipped.count) })}
            description={
              skipped.examples
                .map(({ line, reason }) => {
                  const why = t(`imports.skipReasons.${knownOrOther(importSkipReasonSchema, reason)}`);
                  return `${lineOf(line)}: ${why}`;
                })
                .join('; ') + more(skipped.count, skipped.examples.length)
            }
          />
        )}
        {invisible.count > 0 && (
          <Notice
            type="info"
            title={t('imports.invisible', { count: invisible.count, found: formatNumber(invisible.count) })}
            description={
              invisible.examples
                .map(({ line, characters }) => `${lineOf(line)}: ${characters.join(', ')}`)
                .join('; ') + more(invisible.count, invisible.examples.length)
            }
          />
        )}
        {otherSheets.length > 0 && (
          <Notice type="warning" title={t('imports.otherSheets', { sheets: otherSheets.join(', ') })} />
        )}
      </div>
    </Card>
  );
};
