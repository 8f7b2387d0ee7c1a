import { knownOrOther, type Term, termPhaseSchema } from '@qr-attendance/contracts';
import { ActionButton, Badge, Button, type Column, ResponsiveTable, SourceNote } from '@qr-attendance/ui-kit';
import { formatDay, formatNumber } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestoreTerm } from '../api.ts';
import { CalendarOutlined, ClockCircleOutlined, HistoryOutlined, InboxOutlined } from '@ant-design/icons';

export type TermAction = 'edit' | 'copy' | 'archive' | 'delete';

interface Props {
  terms: Term[];
  /** Undefined if the viewer may not change terms. */
  onSelect: ((action: TermAction, term: Term) => void) | undefined;
  empty: ReactNode;
}

/** Only administrators get the number of courses. */
const ADMINISTRATORS_COLUMNS = ['courses', 'actions'];

const actionsOf = ({ archived, courseCount }: Term): TermAction[] => [
  'edit',
  ...(courseCount ? (['copy'] as const) : []),
  ...(archived ? [] : (['archive'] as const)),
  ...(courseCount === 0 ? (['delete'] as const) : []),
];

export const TermsTable = ({ terms, onSelect, empty }: Props) => {
  const { t } = useTranslation('admin');
  const columns: Column<Term>[] = [
    {
      key: 'name',
      title: t('terms.name'),
      render: ({ name, externalId, source }) => (
        <>
          <div dir="auto">{name}</div>
          {externalId && (
            <div className="muted small">
              <bdi>{externalId}</bdi>
            </div>
          )}
          <SourceNote source={source} />
        </>
      ),
    },
    {
      key: 'days',
      title: t('terms.days'),
      render: ({ firstDay, lastDay }) =>
        t('terms.range', { first: formatDay(firstDay), last: formatDay(lastDay) }),
    },
    {
      key: 'breaks',
      title: t('terms.breaks'),
      phone: 'named',
      render: ({ breaks }) => formatNumber(breaks.length),
    },
    {
      key: 'courses',
      title: t('terms.courses'),
      phone: 'named',
      render: ({ courseCount = 0, updatingCourses }) => (
        <span aria-live="polite">
          {formatNumber(courseCount)}
          {updatingCourses && ` (${t('terms.updating')})`}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('terms.state'),
      phone: 'status',
      render: (term) => <TermState term={term} />,
    },
    {
      key: 'actions',
      title: t('common:actions'),
      render: (term) => (
        <div className="admin-table-actions">
          {actionsOf(term).map((action) => (
            <Button
              key={action}
              type="text"
              size="small"
              aria-label={t(`terms.${action}Of`, { name: term.name })}
              onClick={() => onSelect?.(action, term)}
            >
              {t(`terms.${action}`)}
            </Button>
          ))}
          {term.archived && <RestoreTerm term={term} />}
        </div>
      ),
    },
  ];
  return (
    <ResponsiveTable<Term>
      rows={terms}
      rowKey="_id"
      empty={empty}
      columns={columns.filter(({ key }) => onSelect || !ADMINISTRATORS_COLUMNS.includes(key))}
    />
  );
};

const RestoreTerm = ({ term: { _id, name } }: { term: Term }) => {
  const { t } = useTranslation('admin');
  const restore = useRestoreTerm(_id);
  return (
    <ActionButton
      type="text"
      size="small"
      aria-label={t('terms.restoreOf', { name })}
      act={() => restore.mutateAsync()}
      done={t('terms.restoreDone', { name })}
      failure={t('terms.restoreFailed')}
    >
      {t('terms.restore')}
    </ActionButton>
  );
};

const looks = {
  CURRENT: { text: 'current', tone: 'success', Icon: CalendarOutlined },
  UPCOMING: { text: 'upcoming', tone: 'info', Icon: ClockCircleOutlined },
  PAST: { text: 'past', Icon: HistoryOutlined },
  other: { text: 'other', Icon: CalendarOutlined },
} as const;

const TermState = ({ term: { archived, phase } }: { term: Term }) => {
  const { t } = useTranslation('admin');
  if (archived) return <Badge icon={<InboxOutlined aria-hidden />}>{t('terms.archived')}</Badge>;
  const look = looks[knownOrOther(termPhaseSchema, phase)];
  const { text, Icon } = look;
  return (
    <Badge tone={'tone' in look ? look.tone : undefined} icon={<Icon aria-hidden />}>
      {t(`terms.${text}`)}
    </Badge>
  );
};
