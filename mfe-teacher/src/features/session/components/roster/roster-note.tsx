import {
  CheckOutlined,
  ClockCircleOutlined,
  FlagFilled,
  MessageOutlined,
  QuestionCircleFilled,
} from '@ant-design/icons';
import {
  flagReasonSchema,
  knownOrOther,
  refusedReasonSchema,
  type AttendanceRecord,
  type Flag,
} from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import type { HelpRequest } from '../../help-request.ts';
import { hasOpenDispute, hasOpenFlags } from '../../roster-rules.ts';
import type { RosterRow } from '../../roster-rows.ts';

const useHelpWords = () => {
  const { t } = useTranslation('teacher');
  const titlesOf = (flags: Flag[]) =>
    flags.map(({ reason }) => t(`flag.${knownOrOther(flagReasonSchema, reason)}.title`));
  const helpWords = ({ refused, flags }: HelpRequest): string =>
    [
      ...(refused
        ? [
            t(`attempts.reason.${knownOrOther(refusedReasonSchema, refused.reason)}`),
            formatTime(refused.at),
            ...(refused.tries > 1 ? [t('attempts.tries', { count: refused.tries })] : []),
          ]
        : []),
      ...titlesOf(flags),
    ].join(' · ');
  return { titlesOf, helpWords };
};

const wasSuspicious = ({ flags = [], dispute }: AttendanceRecord): boolean =>
  flags.length > 0 || dispute !== undefined;

export const RosterNote = ({ mark, help }: Pick<RosterRow, 'mark' | 'help'>) => {
  const { t } = useTranslation('teacher');
  const { titlesOf, helpWords } = useHelpWords();
  const notes: [icon: typeof CheckOutlined, kind: string, words: string][] = [];
  if (help) notes.push([QuestionCircleFilled, 'warning', `${t('roster.needsHelp')}: ${helpWords(help)}`]);
  if (mark && hasOpenFlags(mark)) {
    const why = titlesOf(mark.flags ?? []).join(' · ');
    const risk = mark.risk === undefined ? '' : ` (${t('review.risk', { risk: mark.risk })})`;
    notes.push([FlagFilled, 'warning', `${t('review.needed')}: ${why}${risk}`]);
  }
  if (mark && hasOpenDispute(mark)) notes.push([MessageOutlined, 'info', t('review.disputed')]);
  const check = mark?.presenceCheck;
  if (check)
    notes.push([
      ClockCircleOutlined,
      'quiet',
      check.answeredAt
        ? t('presenceCheck.answeredAt', { time: formatTime(check.answeredAt) })
        : t('presenceCheck.missed'),
    ]);
  // The Clear button already indicates a status set by the teacher.
  if (notes.length === 0 && mark?.reviewedAt && wasSuspicious(mark))
    notes.push([CheckOutlined, 'quiet', t('review.reviewed')]);
  if (notes.length === 0) return null;
  return (
    <span className="roster-note" title={notes.map(([, , words]) => words).join('\n')}>
      {notes.map(([Icon, kind, words]) => (
        <span key={words} className={`roster-note-${kind}`}>
          <Icon aria-hidden /> <span className="roster-note-words">{words}</span>
        </span>
      ))}
    </span>
  );
};
