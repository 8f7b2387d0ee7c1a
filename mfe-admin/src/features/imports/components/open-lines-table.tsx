import {
  IMPORT_FIELDS,
  type ImportKind,
  importProblemSchema,
  knownOrOther,
  type OpenLine,
  type OpenLineState,
} from '@qr-attendance/contracts';
import { EmptyState, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime, formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChangedValues } from './changed-values.tsx';
import { HistoryLink } from './history-link.tsx';

interface Props {
  kind: ImportKind;
  state: OpenLineState;
  lines: OpenLine[];
  isSearched: boolean;
  chosen: readonly string[];
  onChoose: (id: string, isChosen: boolean) => void;
}

export const OpenLinesTable = ({ kind, state, lines, isSearched, chosen, onChoose }: Props) => {
  const { t } = useTranslation('admin');
  const reasonOf = ({ problem = '', field, values, meant, day }: OpenLine): string =>
    t(meant ? 'imports.problems.zeros' : `imports.problems.${knownOrOther(importProblemSchema, problem)}`, {
      found: values[IMPORT_FIELDS[kind].findIndex(({ name }) => name === field)] ?? '',
      meant,
      day: day && formatDay(day),
    });
  const textOf = ({ values }: OpenLine): string => values.filter(Boolean).join(' · ');
  return (
    <ResponsiveTable<OpenLine>
      rows={lines}
      rowKey="_id"
      empty={<EmptyState message={t(isSearched ? 'imports.open.noMatch' : `imports.open.none.${state}`)} />}
      columns={[
        {
          key: 'line',
          title: t('imports.open.line'),
          render: (line) => (
            <label className="import-sure">
              <input
                type="checkbox"
                checked={chosen.includes(line._id)}
                onChange={({ target }) => onChoose(line._id, target.checked)}
              />
              <bdi className="wrap">{textOf(line)}</bdi>
            </label>
          ),
        },
        {
          key: 'reason',
          title: t(`imports.open.why.${state}`),
          phone: 'named',
          render: (line) =>
            state === 'pending' ? reasonOf(line) : <ChangedValues kind={kind} changes={line.leftOut ?? []} />,
        },
        {
          key: 'file',
          title: t('imports.file'),
          phone: 'named',
          render: ({ run, line }) => (
            <>
              <Link to={`/admin/imports/${run._id}`} className="link action-link wrap">
                <bdi>{run.fileName}</bdi>
              </Link>{' '}
              {t('imports.lineNumber', { line: formatNumber(line) })}
            </>
          ),
        },
        {
          key: 'since',
          title: t('imports.open.since'),
          phone: 'named',
          render: ({ since }) => formatDayTime(since),
        },
        {
          key: 'history',
          title: t('imports.history.title'),
          phone: 'named',
          render: ({ key }) => (key === undefined ? '–' : <HistoryLink kind={kind} objectKey={key} />),
        },
      ]}
    />
  );
};
