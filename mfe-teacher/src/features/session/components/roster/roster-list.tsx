import type { AttendanceRecord, AttendanceStatus, Session } from '@qr-attendance/contracts';
import { useChoices } from '@qr-attendance/ui-kit';
import { useDeferredValue, useEffect, useId, useMemo, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../shared/may.ts';
import { stateOf } from '../../../../shared/session-state.ts';
import type { Decision } from '../../marking/send-press.ts';
import type { MarkingActions } from '../../marking/use-marking.ts';
import { pressedStatus } from '../../marking/use-pending.ts';
import type { HelpByStudent } from '../../help-request.ts';
import {
  chooseRows,
  countTabs,
  rowsInSection,
  sortByRisk,
  isStranger,
  NEWEST_FIRST,
  NO_KEPT_ROWS,
  rowsOf,
  sortRows,
  tabOf,
  type EnrolledStudent,
  type RosterRow,
  type RosterSortOrder,
} from '../../roster-rows.ts';
import { countRoster } from '../../roster-rules.ts';
import { useFrozenRows } from '../../use-frozen-rows.ts';
import { useSelection } from '../../use-selection.ts';
import { useStable } from '../../use-stable.ts';
import { StudentDialog } from '../review/student-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { RosterBar } from './roster-bar.tsx';
import { RosterSections, useRosterSection } from './roster-sections.tsx';
import { RosterTable } from './roster-table.tsx';
import { RosterTabs } from './roster-tabs.tsx';
import { UndoMenu } from './undo-menu.tsx';

const NOBODY: EnrolledStudent[] = [];
const NO_ROWS = { help: 'roster.nobodyNeedsHelp', review: 'review.nothingLeft' } as const;

const withoutSelfie = (record: AttendanceRecord): AttendanceRecord => ({ ...record, hasSelfie: false });

interface Props {
  session: Session;
  records: AttendanceRecord[];
  enrolled: EnrolledStudent[] | undefined;
  help: HelpByStudent;
  /** Describes attempts by users who cannot be named. */
  strangers: string | undefined;
  arrived: ReadonlySet<string>;
  marking: MarkingActions;
  heading: RefObject<HTMLElement | null>;
}

export const RosterList = (props: Props) => {
  const { session, records, enrolled, help, strangers, arrived, marking, heading } = props;
  const { t } = useTranslation('teacher');
  const panelId = useId();
  const tab = tabOf(useChoices().read('show'));
  const { groups, ...section } = useRosterSection(session.courses, enrolled ?? NOBODY);
  const chosenSection = section.value;
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState(NEWEST_FIRST);
  const [keptIn, setKeptIn] = useState({ tab, rows: NO_KEPT_ROWS });
  // Rows whose status was just set stay in the tab until the teacher changes the tab.
  if (keptIn.tab !== tab) setKeptIn({ tab, rows: NO_KEPT_ROWS });
  const kept = keptIn.tab === tab ? keptIn.rows : NO_KEPT_ROWS;
  const [openedId, setOpened] = useState<string>();
  const { active, date, startTime } = session;
  // The server rejects changes of a canceled session.
  const canSet = stateOf(session) !== 'canceled' && may(session, 'setStatuses');
  const canReview = may(session, 'reviewMarks');
  const endedAt = active ? undefined : session.endTime;
  // The records are deferred, so that input is handled before a full hall's marks are rendered.
  const later = useDeferredValue(records);
  const lastKept = useDeferredValue(kept);
  const keptLater = kept.size > 0 ? lastKept : kept;
  const search = useDeferredValue(typed);
  const highlighted = useDeferredValue(arrived);
  // Shows a pending decision until the table contains the server's answer.
  const answeredLater = useDeferredValue(marking.pending);
  const pending = marking.pending.size > 0 ? marking.pending : answeredLater;

  const all = useMemo(
    () =>
      rowsInSection(
        chosenSection,
        enrolled ?? NOBODY,
        rowsOf(
          enrolled ?? NOBODY,
          canReview ? later : later.map(withoutSelfie),
          endedAt === undefined ? undefined : { date, startTime, endedAt },
          help,
        ),
      ),
    [enrolled, later, canReview, date, startTime, endedAt, help, chosenSection],
  );
  const counts = useMemo(() => countTabs(all), [all]);
  const totals = useMemo(
    () => countRoster(all.flatMap(({ mark }) => (mark && !mark.guest ? [mark] : []))),
    [all],
  );
  // Kept rows stay at their position, so the order depends on them.
  const sorted = useMemo(() => sortRows(all, sorting, keptLater), [all, sorting, keptLater]);
  const live = useMemo(() => {
    const chosen = chooseRows(sorted, tab, search, keptLater);
    return tab === 'review' && sorting === NEWEST_FIRST ? sortByRisk(chosen) : chosen;
  }, [sorted, tab, search, sorting, keptLater]);
  const choice = JSON.stringify([tab, search, sorting, chosenSection]);
  useEffect(() => {
    const title = heading.current;
    if (openedId === undefined) return;
    return () => {
      // Moves the focus, because the row and its focused button may have been removed.
      if (document.activeElement === document.body) title?.focus();
    };
  }, [openedId, heading]);
  const { rows, news, hold, release, applyNews } = useFrozenRows({ all, live, kept: keptLater, choice });
  const { selected, reason, ...selection } = useSelection(rows);

  const chosen = canSet ? rows.filter((row) => selected.has(row.student._id) && !isStranger(row)) : [];
  const press = useStable((pressed: RosterRow[], decision: Decision, reason?: string) => {
    // Stores the rows as they were before their first change.
    const before = pressed.map((row) => [row.student._id, row] as const);
    setKeptIn(({ rows: known }) => ({ tab, rows: new Map([...before, ...known]) }));
    return marking.press(pressed, decision, reason);
  });
  const setOne = useStable((row: RosterRow, status: AttendanceStatus) => {
    // The rendered row may be older than the last answer.
    const shown = pressedStatus(pending.get(row.student._id), row.mark);
    if (shown !== status && !isStranger(row)) void press([row], status);
  });
  const clearOne = useStable((row: RosterRow) => {
    if (row.mark?.reviewedAt || pending.has(row.student._id)) void press([row], null);
  });
  const openOne = useStable(({ student }: RosterRow) => setOpened(student._id));
  const opened = all.find(({ student }) => student._id === openedId);
  const sort = useStable((by: RosterSortOrder) => {
    setKeptIn({ tab, rows: NO_KEPT_ROWS });
    setSorting(by);
  });
  const showNews = useStable(applyNews);
  const undo = useStable(() => void marking.undo());
  const { steps, said } = marking;
  const undoMenu = useMemo(() => <UndoMenu steps={steps} said={said} onUndo={undo} />, [steps, said, undo]);
  const enter = useStable(hold);
  const leave = useStable(release);
  const isDone = (tab === 'help' || tab === 'review') && counts[tab] === 0;
  return (
    <>
      <div className="roster-top">
        <RosterBar
          counts={totals}
          students={enrolled ? counts.all : undefined}
          news={news}
          onApplyNews={showNews}
          typed={typed}
          onType={setTyped}
          sorting={sorting}
          onSort={sort}
          undo={undoMenu}
        />
        {section.sectionIds.length > 1 && <RosterSections session={session} {...section} />}
        <RosterTabs tab={tab} counts={counts} active={active} panelId={panelId} />
      </div>
      <div role="tabpanel" id={panelId} aria-label={t('roster.title')} className="roster-panel">
        {records.length === 0 && <p className="roster-hint">{t('roster.empty')}</p>}
        {tab === 'help' && strangers && <p className="roster-hint">{strangers}</p>}
        <RosterTable
          rows={rows}
          groups={groups}
          sessionId={session._id}
          active={active}
          canSet={canSet}
          canEnroll={canSet && may(session, 'manageStudents')}
          arrived={highlighted}
          selected={selected}
          showWhy={tab === 'help' || tab === 'review'}
          pending={pending}
          sorting={sorting}
          onSort={sort}
          onSelect={selection.select}
          onSelectAll={selection.selectAll}
          onSet={setOne}
          onClear={clearOne}
          onOpen={openOne}
          onEnter={enter}
          onLeave={leave}
          empty={t(isDone ? NO_ROWS[tab] : 'roster.noMatch')}
        />
        {chosen.length > 0 && (
          <BulkBar
            chosen={chosen}
            reason={reason}
            onPress={press}
            onDone={selection.clear}
            onFailed={selection.restore}
          />
        )}
      </div>
      {opened && (
        <StudentDialog
          session={session}
          row={opened}
          waiting={pending.get(opened.student._id)}
          onDecide={(decision, reason) => void press([opened], decision, reason)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
};
