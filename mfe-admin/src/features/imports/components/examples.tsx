import {
  IMPORT_FIELDS,
  importKindSchema,
  importOutcomeSchema,
  importProblemSchema,
  knownOrOther,
  type ImportRun,
} from '@qr-attendance/contracts';
import { Card } from '@qr-attendance/ui-kit';
import { formatDay, formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { HistoryLink } from './history-link.tsx';
import '@qr-attendance/ui-kit/responsive-table.css';

export const Examples = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const kind = importKindSchema.safeParse(run.kind).data;
  const { examples = [] } = run;
  if (!kind || examples.length === 0) return null;
  const shown = importOutcomeSchema.options
    .toReversed()
    .flatMap((outcome) => examples.filter((example) => example.outcome === outcome));
  // Hides empty columns: most columns of a file of people are empty.
  const fields = IMPORT_FIELDS[kind]
    .map(({ name }, column) => ({ name, column }))
    .filter(({ column }) => shown.some(({ values }) => values[column]));
  return (
    <Card title={t('imports.examples')}>
      <div className="import-scroll" tabIndex={0} role="region" aria-label={t('imports.examples')}>
        <table className="responsive-table import-examples">
          <thead>
            <tr>
              <th scope="col">{t('imports.line')}</th>
              <th scope="col">{t('imports.outcome')}</th>
              {fields.map(({ name }) => (
                <th key={name} scope="col">
                  {t(`imports.fields.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ outcome, line, values, key, problem, field, meant, day }, index) => (
              <tr key={`${outcome} ${line} ${index}`}>
                <td className="numeric">
                  {line > 0 ? formatNumber(line) : '–'}
                  {key !== undefined && (run.applied || outcome !== 'added') && (
                    <>
                      {' '}
                      <HistoryLink kind={kind} objectKey={key} />
                    </>
                  )}
                </td>
                <td className="import-result">
                  {problem
                    ? t(
                        meant
                          ? 'imports.problems.zeros'
                          : `imports.problems.${knownOrOther(importProblemSchema, problem)}`,
                        {
                          found: values[IMPORT_FIELDS[kind].findIndex(({ name }) => name === field)] ?? '',
                          meant,
                          day: day && formatDay(day),
                        },
                      )
                    : t(`imports.outcomes.${knownOrOther(importOutcomeSchema, outcome)}`)}
                </td>
                {fields.map(({ name, column }) => (
                  <td key={name}>
                    <bdi>{values[column]}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
};
