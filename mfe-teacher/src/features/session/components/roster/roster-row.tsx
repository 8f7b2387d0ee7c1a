import { CloseOutlined } from '@ant-design/icons';
import type { AttendanceStatus } from '@qr-attendance/contracts';
import { Badge, StatusBadge, VisuallyHidden } from '@qr-attendance/ui-kit';
import { formatCampusTime, formatTime, hasStudentNumber } from '@qr-attendance/web-kit';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ParallelClassStatus } from '../../../../shared/parallel-class-status.tsx';
import { MixedScriptsBadge, NoAccountBadge } from '../../../../shared/student-badges.tsx';
import { pressedStatus, type PendingDecision } from '../../marking/use-pending.ts';
import { isStranger, timeOf, type RosterRow as Row } from '../../roster-rows.ts';
import { needsReview } from '../../roster-rules.ts';
import { EnrollAndMarkButton } from '../review/remedies.tsx';
import { SelfieButton } from '../selfie-button.tsx';
import { RosterNote } from './roster-note.tsx';
import { StatusButtons } from './status-buttons.tsx';

interface Props {
  row: Row;
  group: string | undefined;
  index: number;
  isCurrent: boolean;
  sessionId: string;
  active: boolean;
  canSet: boolean;
  canEnroll: boolean;
  arrived: boolean;
  selected: boolean;
  waiting: PendingDecision | undefined;
  onSelect: (row: Row) => void;
  onSet: (row: Row, status: AttendanceStatus) => void;
  onClear: (row: Row) => void;
  onOpen: (row: Row) => void;
}

/** The narrow cell shows campus time; screen readers also read the viewer's time. */
const RosterTime = ({ time }: { time: string }) => {
  const [shown, full] = [formatCampusTime(time), formatTime(time)];
  if (shown === full) return shown;
  return (
    <>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{full}</VisuallyHidden>
    </>
  );
};

/** The roles restore the table semantics that the grid layout removes. */
export const RosterRow = memo(
  ({ row, group, index, isCurrent, sessionId, active, canSet, canEnroll, waiting, ...props }: Props) => {
    const { t } = useTranslation('teacher');
    const { arrived, selected, onSelect, onSet, onClear, onOpen } = props;
    const { student, mark } = row;
    const { name } = student;
    const timestamp = timeOf(row);
    const time = timestamp === undefined ? undefined : new Date(timestamp).toISOString();
    const shown = waiting?.decision ?? mark?.status;
    const isMember = !isStranger(row);
    return (
      <tr
        role="row"
        tabIndex={isCurrent ? 0 : -1}
        data-index={index}
        data-student={student._id}
        aria-rowindex={index + 2}
        aria-selected={canSet ? selected : undefined}
        aria-busy={waiting !== undefined}
        className={[
          arrived && 'roster-arrival',
          (row.help || (mark && needsReview(mark))) && 'roster-attention',
        ]
          .filter(Boolean)
          .join(' ')}
      >
        <td role="gridcell" className="roster-select">
          {canSet && isMember && (
            <label>
              <input
                type="checkbox"
                tabIndex={-1}
                checked={selected}
                aria-label={t('roster.select', { name })}
                onChange={() => onSelect(row)}
              />
            </label>
          )}
        </td>
        <td role="gridcell" className="roster-name" data-name={name}>
          <button
            type="button"
            tabIndex={-1}
            className="roster-open"
            aria-label={t('roster.open', { name })}
            title={name}
            onClick={() => onOpen(row)}
          >
            <bdi>{name}</bdi>
          </button>
          {group && (
            <bdi className="roster-group" title={group}>
              {group}
            </bdi>
          )}
          <MixedScriptsBadge name={name} />
          <NoAccountBadge student={student} />
          {mark?.guest && (
            <Badge tone="info" title={t('roster.guestWhy')}>
              {t('roster.guest')}
            </Badge>
          )}
          {mark?.hasSelfie && <SelfieButton mark={mark} iconOnly tabIndex={-1} className="roster-selfie" />}
          <RosterNote mark={mark} help={row.help} />
        </td>
        {hasStudentNumber('regNo') && (
          <td role="gridcell" className="roster-number" title={student.regNo}>
            {student.regNo}
          </td>
        )}
        {hasStudentNumber('usn') && (
          <td role="gridcell" className="roster-number" title={student.usn}>
            {student.usn}
          </td>
        )}
        <td role="gridcell" className="roster-time" title={time && formatTime(time)}>
          {time === undefined ? '–' : <RosterTime time={time} />}
        </td>
        <td role="gridcell" className="roster-status">
          {shown !== undefined ? (
            <StatusBadge status={shown} />
          ) : row.elsewhere ? (
            <span className="roster-elsewhere">
              <ParallelClassStatus {...row.elsewhere} />
            </span>
          ) : (
            t(active ? 'roster.notYet' : 'roster.noMark')
          )}
        </td>
        <td role="gridcell" className="roster-actions">
          {canSet && isMember && (
            <>
              <StatusButtons
                name={name}
                shown={pressedStatus(waiting, mark)}
                tabIndex={-1}
                onSet={(status) => onSet(row, status)}
              />
              {mark?.reviewedAt && (
                <button
                  type="button"
                  tabIndex={-1}
                  className="roster-clear"
                  aria-label={t('roster.clearOf', { name })}
                  title={t('roster.clear')}
                  onClick={() => onClear(row)}
                >
                  <CloseOutlined aria-hidden />
                </button>
              )}
            </>
          )}
          {canSet && canEnroll && !isMember && row.help?.refused?.reason === 'not_enrolled' && (
            <EnrollAndMarkButton sessionId={sessionId} student={student} size="small" tabIndex={-1} />
          )}
        </td>
      </tr>
    );
  },
);
RosterRow.displayName = 'RosterRow';
