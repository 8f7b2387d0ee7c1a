import { EllipsisOutlined } from '@ant-design/icons';
import type { AttendanceRecord, AttendanceStatus } from '@qr-attendance/contracts';
import { StatusBadge } from '@qr-attendance/ui-kit';
import { formatTime, hasStudentNumber } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { memo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { MixedScripts } from '../../../../shared/mixed-scripts.tsx';
import { NoBreak } from '../../../../shared/no-break.tsx';
import { needsReview } from '../../roster-rules.ts';
import { timeOf, type RosterRow as Row } from '../../roster-rows.ts';
import { ReviewTags } from '../review/review-tags.tsx';
import { SelfieButton } from '../selfie-button.tsx';
import { StatusButtons } from './status-buttons.tsx';

interface Props {
  ref: Ref<HTMLTableRowElement>;
  row: Row;
  /** Its place among the rows shown, from 0. */
  index: number;
  active: boolean;
  canSet: boolean;
  arrived: boolean;
  selected: boolean;
  busy: boolean;
  onSelect: (studentId: string, selected: boolean) => void;
  onSet: (row: Row, status: AttendanceStatus) => void;
  /** Opens the review of a mark, by its id. */
  onReview: (markId: string) => void;
}

/** What became of a second look, where the class was asked. */
const SecondLookSign = ({ look }: { look: NonNullable<AttendanceRecord['secondLook']> }) => {
  const { t } = useTranslation('teacher');
  const { answeredAt } = look;
  return (
    <span className="roster-look">
      {answeredAt ? t('secondLook.answeredAt', { time: formatTime(answeredAt) }) : t('secondLook.missed')}
    </span>
  );
};

/** One student. The roles say what it is on a phone too, where it is laid out in two lines. */
export const RosterRow = memo(
  ({ ref, row, index, active, canSet, arrived, selected, busy, onSelect, onSet, onReview }: Props) => {
    const { t } = useTranslation('teacher');
    const { student, mark } = row;
    const toReview = mark !== undefined && needsReview(mark);
    const time = timeOf(row);
    return (
      <tr
        ref={ref}
        role="row"
        data-index={index}
        aria-rowindex={index + 2}
        aria-busy={busy}
        data-selected={selected}
        className={[arrived && 'roster-arrival', toReview && 'roster-to-review'].filter(Boolean).join(' ')}
      >
        <td role="cell" className="roster-select">
          {canSet && (
            <label>
              <input
                type="checkbox"
                checked={selected}
                aria-label={t('roster.select', { name: student.name })}
                onChange={({ target }) => onSelect(student._id, target.checked)}
              />
            </label>
          )}
        </td>
        <td role="cell" className="roster-name">
          <span dir="auto">{student.name}</span> <MixedScripts name={student.name} />
          {student.regNo && <span className="roster-number-below">{student.regNo}</span>}
          {mark?.secondLook && <SecondLookSign look={mark.secondLook} />}
          {mark && <ReviewTags mark={mark} />}
        </td>
        {hasStudentNumber('regNo') && (
          <td role="cell" className="roster-number">
            {student.regNo}
          </td>
        )}
        {hasStudentNumber('usn') && (
          <td role="cell" className="roster-number">
            {student.usn}
          </td>
        )}
        <td role="cell" className="roster-time">
          {time === undefined ? '–' : <NoBreak>{formatTime(new Date(time).toISOString())}</NoBreak>}
        </td>
        <td role="cell" className="roster-status">
          {mark ? (
            <StatusBadge status={mark.status} />
          ) : (
            <span>{t(active ? 'roster.notYet' : 'roster.noMark')}</span>
          )}
        </td>
        <td role="cell" className="roster-actions">
          {canSet && <StatusButtons row={row} busy={busy} onSet={onSet} />}
          {mark?.hasSelfie && <SelfieButton mark={mark} />}
          {mark && (
            <Button
              size="small"
              type={toReview ? 'primary' : 'text'}
              aria-label={t('review.openOf', { name: student.name })}
              onClick={() => onReview(mark._id)}
            >
              {toReview ? t('review.open') : <EllipsisOutlined aria-hidden />}
            </Button>
          )}
        </td>
      </tr>
    );
  },
);
RosterRow.displayName = 'RosterRow';
