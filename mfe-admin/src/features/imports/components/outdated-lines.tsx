import {
  importOutcomeSchema,
  importProblemSchema,
  knownOrOther,
  type ImportOutcome,
  type ImportRun,
} from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

/** Shows the lines that changed after the preview; because of these changes, the import has not started. */
export const OutdatedLines = ({
  outdated: { count, examples },
}: {
  outdated: NonNullable<ImportRun['outdated']>;
}) => {
  const { t } = useTranslation('admin');
  const nameOf = (outcome: string): string =>
    t(`imports.outcomes.${knownOrOther<ImportOutcome>(importOutcomeSchema, outcome)}`);
  return (
    <Notice
      type="warning"
      role="status"
      title={t('imports.outdated')}
      description={
        <>
          {t('imports.outdatedLines', { count, found: formatNumber(count) })}
          <ul className="list stack gap-xs">
            {examples.map(({ line, label, was, now, problem }) => (
              <li key={`${line} ${label}`}>
                {line > 0 && `${t('imports.lineNumber', { line: formatNumber(line) })}: `}
                <bdi>{label}</bdi>
                {`: ${nameOf(was)} → ${
                  problem ? t(`imports.problems.${knownOrOther(importProblemSchema, problem)}`) : nameOf(now)
                }`}
              </li>
            ))}
            {count > examples.length && (
              <li>
                {t('imports.outdatedMore', {
                  count: count - examples.length,
                  found: formatNumber(count - examples.length),
                })}
              </li>
            )}
          </ul>
        </>
      }
    />
  );
};
