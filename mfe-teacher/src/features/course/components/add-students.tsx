import { knownOrOther, rosterOutcomeSchema, type Course } from '@qr-attendance/contracts';
import { Button, Dialog, Failure, Notice } from '@qr-attendance/ui-kit';
import { saveFile, useCancelOnClose } from '@qr-attendance/web-kit';
import { useId, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddStudents } from '../students-api.ts';
import type { RosterColumns } from '@qr-attendance/tables';
import {
  linesOf,
  readRoster,
  readRosterFile,
  writeProblems,
  type FileLine,
  type RosterFile,
} from '../roster-file.ts';
import { CheckedLines, SUCCESSFUL_OUTCOMES, type CheckedLine, type Outcome } from './checked-lines.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { RemovedCharacters } from './removed-characters.tsx';
import './add-students.css';

const MAX_BYTES = 1_000_000;
interface Props {
  course: Course;
  /** The section that the students join; by default the first one. */
  sectionId: string | undefined;
}

const outcomeOfUnread = ({ isSkipped, isDamaged }: FileLine): Outcome => {
  if (isSkipped) return 'skipped';
  return isDamaged ? 'damaged' : 'unread';
};

const AddStudentsDialog = ({ course, sectionId, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('teacher');
  const id = useId();
  const add = useAddStudents(course._id);
  useCancelOnClose(add);
  const [text, setText] = useState('');
  const [file, setFile] = useState<RosterFile>();
  const [columns, setColumns] = useState<RosterColumns>({});
  const [checked, setChecked] = useState<CheckedLine[]>();
  const [isDone, setIsDone] = useState(false);
  const [invite, setInvite] = useState(true);
  const [problem, setProblem] = useState<string>();

  const creates = (checked ?? []).some(({ outcome }) => outcome === 'created');
  const send = (lines: FileLine[], preview: boolean) => {
    const readable = lines.flatMap(({ line }) => line ?? []);
    add.mutate(
      { lines: readable, preview, invite: invite && creates, sectionId },
      {
        done: (outcomes) =>
          preview
            ? undefined
            : t('addStudents.added', {
                count: outcomes.filter((outcome) => outcome === 'added' || outcome === 'created').length,
              }),
        onSuccess: (outcomes) => {
          const results = outcomes.map((outcome) => knownOrOther(rosterOutcomeSchema, outcome));
          let next = 0;
          const all = lines.map((line): CheckedLine => {
            if (!line.line) return { line, outcome: outcomeOfUnread(line) };
            next += 1;
            return { line, outcome: results[next - 1] ?? 'other' };
          });
          setChecked(all);
          if (preview) return;
          setIsDone(true);
          if (all.every(({ outcome }) => SUCCESSFUL_OUTCOMES.includes(outcome))) onClose();
        },
      },
    );
  };
  const check = (read: RosterFile, chosen: RosterColumns) => {
    setFile(read);
    setColumns(chosen);
    setChecked(undefined);
    setIsDone(false);
    if (read.lines.length === 0) setProblem(t('addStudents.empty'));
    else {
      setProblem(undefined);
      send(linesOf(read, chosen), true);
    }
  };
  const open = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) return setProblem(t('addStudents.tooLarge'));
    const read = await readRosterFile(chosen).catch(() => 'notCsv' as const);
    if (typeof read === 'string') return setProblem(t(`addStudents.${read}`));
    setText('');
    check(read, read.columns);
  };
  const checkTyped = () => {
    const read = readRoster(text);
    check(read, read.columns);
  };
  const problems = (checked ?? []).filter(({ outcome }) => !SUCCESSFUL_OUTCOMES.includes(outcome));
  const saveProblems = () => {
    const rows = problems.map(({ line, outcome }) => ({
      line,
      problem: t(`addStudents.outcome.${outcome}`),
    }));
    const content = writeProblems(file?.header, rows, t('addStudents.result'));
    saveFile(new Blob([content], { type: 'text/csv;charset=utf-8' }), `${course.code}-problems.csv`);
  };
  const addable = (checked ?? []).filter(
    ({ outcome }) => outcome === 'added' || outcome === 'created',
  ).length;
  const checkedLines = (checked ?? []).map(({ line }) => line);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!add.isPending) void open(event.dataTransfer.files[0]);
  };
  return (
    <Dialog
      title={t('addStudents.title')}
      text={t('addStudents.help')}
      onClose={onClose}
      wide
      buttons={
        <>
          {problems.length > 0 && <Button onClick={saveProblems}>{t('addStudents.download')}</Button>}
          <Button onClick={onClose}>{t(isDone ? 'common:close' : 'common:cancel')}</Button>
          {!isDone &&
            (addable > 0 ? (
              <Button type="primary" loading={add.isPending} onClick={() => send(checkedLines, false)}>
                {t('addStudents.submit', { count: addable })}
              </Button>
            ) : (
              <Button type="primary" loading={add.isPending} disabled={!text.trim()} onClick={checkTyped}>
                {t('addStudents.check')}
              </Button>
            ))}
        </>
      }
    >
      <Failure error={add.error} text={t('addStudents.failed')} />
      {problem !== undefined && <Notice type="error" title={problem} />}
      <div className="add-students-input" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <label htmlFor={`${id}file`}>{t('addStudents.file')}</label>
        <input
          id={`${id}file`}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
          onChange={({ target }) => {
            if (!add.isPending) void open(target.files?.[0]);
            // Allows choosing the same file again after a correction.
            target.value = '';
          }}
        />
        <label htmlFor={`${id}text`} className="above-sm">
          {t('addStudents.typed')}
        </label>
        <textarea
          id={`${id}text`}
          rows={3}
          dir="auto"
          spellCheck={false}
          value={text}
          // The field is read-only during the check, so that the result matches the shown text.
          readOnly={add.isPending}
          placeholder={t('addStudents.example')}
          onChange={({ target }) => {
            setText(target.value);
            setFile(undefined);
            setChecked(undefined);
            setIsDone(false);
          }}
        />
      </div>
      {file?.isGuessed && <Notice type="warning" title={t('addStudents.encoding')} />}
      {file && <RemovedCharacters invisible={file.invisible} />}
      {file && !isDone && (
        <ColumnChoice
          file={file}
          columns={columns}
          onChange={(chosen) => add.isPending || check(file, chosen)}
        />
      )}
      {checked && <CheckedLines checked={checked} isDone={isDone} />}
      {creates && !isDone && (
        <label className="add-students-invite">
          <input type="checkbox" checked={invite} onChange={({ target }) => setInvite(target.checked)} />
          {t('addStudents.invite')}
        </label>
      )}
    </Dialog>
  );
};

export const AddStudents = ({ course, sectionId }: Props) => {
  const { t } = useTranslation('teacher');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('addStudents.open')}</Button>
      {isOpen && <AddStudentsDialog course={course} sectionId={sectionId} onClose={() => setIsOpen(false)} />}
    </>
  );
};
