import {
  accountAuditActionSchema,
  attendanceAuditActionSchema,
  classAuditActionSchema,
  type AuditLogEntry,
  courseAuditActionSchema,
  importKindSchema,
  knownOrOther,
  staffRoleSchema,
  unitRoleSchema,
} from '@qr-attendance/contracts';
import { Button, EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime, formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useCheckNames } from '../../../shared/institution-policy.ts';

// A newer release may write actions that this page does not know.
const auditActionSchema = {
  options: [
    ...courseAuditActionSchema.options,
    ...attendanceAuditActionSchema.options,
    ...accountAuditActionSchema.options,
    ...classAuditActionSchema.options,
  ],
};
const roleSchema = { options: [...staffRoleSchema.options, ...unitRoleSchema.options] };

type Person = NonNullable<AuditLogEntry['person']>;
interface Props {
  entries: AuditLogEntry[];
  isFiltered: boolean;
  onPerson: (id: string) => void;
  onCourse: (id: string) => void;
}

const PersonButton = ({ person, onPerson }: { person: Person } & Pick<Props, 'onPerson'>) => {
  const { t } = useTranslation('admin');
  const name = person.name ?? t('common:unknown');
  return (
    <Button
      type="text"
      size="small"
      aria-label={t('audit.onlyPerson', { name })}
      onClick={() => onPerson(person._id)}
    >
      <bdi>{name}</bdi>
    </Button>
  );
};

const Details = ({ role, count, reason, requirements, fromStatus, toStatus }: AuditLogEntry) => {
  const { t } = useTranslation('admin');
  const checkNames = useCheckNames();
  return (
    <>
      {role !== undefined && (
        <div className="muted small">{t(`audit.roles.${knownOrOther(roleSchema, role)}`)}</div>
      )}
      {requirements && <div className="muted small">{checkNames(requirements)}</div>}
      {count !== undefined && <div className="muted small">{t('audit.people', { count })}</div>}
      {toStatus && (
        <div>
          {fromStatus && (
            <>
              <StatusBadge status={fromStatus} /> {' → '}
            </>
          )}
          <StatusBadge status={toStatus} />
        </div>
      )}
      {reason !== undefined && (
        <div className="muted small" dir="auto">
          {reason}
        </div>
      )}
    </>
  );
};

const About = ({
  entry,
  onPerson,
  onCourse,
}: { entry: AuditLogEntry } & Pick<Props, 'onPerson' | 'onCourse'>) => {
  const { t } = useTranslation('admin');
  const { person, object, session } = entry;
  return (
    <>
      {person && <PersonButton person={person} onPerson={onPerson} />}
      {object?.kind === 'course' && (
        <Button
          type="text"
          size="small"
          aria-label={t('audit.onlyCourse', { name: object.name })}
          onClick={() => onCourse(object._id)}
        >
          <bdi>{object.name}</bdi>
        </Button>
      )}
      {object?.kind === 'import' && (
        <span>{t(`imports.kinds.${knownOrOther(importKindSchema, object.name)}`)}</span>
      )}
      {object && object.kind !== 'course' && object.kind !== 'import' && <bdi>{object.name}</bdi>}
      {session && (
        <div className="muted small">
          {formatDay(session.date)}, {formatTime(session.startTime)}
        </div>
      )}
    </>
  );
};

export const AuditTable = ({ entries, isFiltered, onPerson, onCourse }: Props) => {
  const { t } = useTranslation('admin');
  return (
    <ResponsiveTable<AuditLogEntry>
      rows={entries}
      rowKey="_id"
      empty={<EmptyState message={t(isFiltered ? 'audit.noMatch' : 'audit.none')} />}
      columns={[
        {
          key: 'action',
          title: t('audit.action'),
          render: (entry) => (
            <>
              {t(`audit.actions.${knownOrOther(auditActionSchema, entry.action)}`)}
              <Details {...entry} />
            </>
          ),
        },
        {
          key: 'about',
          title: t('audit.about'),
          render: (entry) =>
            (entry.person ?? entry.object ?? entry.session) ? (
              <About entry={entry} onPerson={onPerson} onCourse={onCourse} />
            ) : null,
        },
        {
          key: 'by',
          title: t('audit.by'),
          render: ({ by }) =>
            by ? <PersonButton person={by} onPerson={onPerson} /> : t('audit.commandLine'),
        },
        {
          key: 'at',
          title: t('audit.at'),
          render: ({ at }) => (
            <time className="nowrap" dateTime={at}>
              {formatDayTime(at)}
            </time>
          ),
        },
      ]}
    />
  );
};
