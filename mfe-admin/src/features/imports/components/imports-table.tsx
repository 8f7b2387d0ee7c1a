import { importKindSchema, knownOrOther, type ImportRun } from '@qr-attendance/contracts';
import { EmptyState, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDayTime, formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RunState } from './run-state.tsx';

const changesOf = ({ applied, preview }: ImportRun): number | undefined => {
  const counts = applied ?? preview;
  return counts && counts.added + counts.changed + counts.ended;
};

export const ImportsTable = ({ runs }: { runs: ImportRun[] }) => {
  const { t } = useTranslation('admin');
  return (
    <ResponsiveTable<ImportRun>
      rows={runs}
      rowKey="_id"
      empty={<EmptyState message={t('imports.none')} />}
      columns={[
        {
          key: 'file',
          title: t('imports.file'),
          render: ({ _id, fileName, isOffer }) => (
            <>
              <Link to={`/admin/imports/${_id}`} className="link action-link wrap">
                <bdi>{fileName}</bdi>
              </Link>
              {isOffer && <div className="muted small">{t('imports.open.title')}</div>}
            </>
          ),
        },
        {
          key: 'kind',
          title: t('imports.kind'),
          render: ({ kind }) => t(`imports.kinds.${knownOrOther(importKindSchema, kind)}`),
        },
        {
          key: 'by',
          title: t('imports.by'),
          render: ({ createdBy }) => <bdi>{createdBy.name ?? t('common:unknown')}</bdi>,
        },
        { key: 'at', title: t('imports.at'), render: ({ createdAt }) => formatDayTime(createdAt) },
        {
          key: 'changes',
          title: t('imports.changes'),
          phone: 'named',
          render: (run) => {
            const changes = changesOf(run);
            return changes === undefined ? '–' : formatNumber(changes);
          },
        },
        {
          key: 'status',
          title: t('imports.state'),
          phone: 'status',
          render: (run) => <RunState run={run} />,
        },
      ]}
    />
  );
};
