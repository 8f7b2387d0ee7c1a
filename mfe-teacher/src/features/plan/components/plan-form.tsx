import type { Course, Series } from '@qr-attendance/contracts';
import {
  Button,
  Card,
  ConfirmDialog,
  courseLabel,
  DayItem,
  Failure,
  InputForm,
  Notice,
  QueryView,
} from '@qr-attendance/ui-kit';
import { ApiError, currentLanguage } from '@qr-attendance/web-kit';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { jointChoicesOf } from '../../../shared/joint-class.ts';
import { openSections } from '../../../shared/sections.ts';
import {
  CourseLateThresholdField,
  JointField,
  RoomField,
  SectionField,
} from '../../../shared/session-fields/class-fields.tsx';
import { CourseRequirements } from '../../../shared/session-fields/course-requirements.tsx';
import { weekdayNames } from '../../../shared/weekday-names.ts';
import { useCreateSeries, useEditSeries, usePreview } from '../api.ts';
import { ruleOf, valuesOfFile, type PlanValues } from '../plan-values.ts';
import { CalendarFileField } from './calendar-file-field.tsx';
import { Preview } from './preview.tsx';
import { TimeRows } from './time-rows.tsx';
import { TimesFields } from './times-fields.tsx';

interface Props {
  courses: Course[];
  initialValues: PlanValues;
  usualValuesOf: (courseId: string) => PlanValues;
  series?: Series | undefined;
  from?: string | undefined;
  doneAt: string;
}

const EVERY_WEEKS = [1, 2, 3, 4];

export const PlanForm = ({ courses, initialValues, usualValuesOf, series, from, doneAt }: Props) => {
  const { t } = useTranslation('teacher');
  const navigate = useNavigate();
  const [form] = Form.useForm<PlanValues>();
  // Keeps the series as it was when editing began, so that a concurrent change is not overwritten.
  const [initialSeries] = useState(series);
  const before = initialSeries?.rules.at(-1);
  const [room, setRoom] = useState(before?.room);
  const [problem, setProblem] = useState<'incomplete' | 'empty'>();
  const [skippedDates, setSkippedDates] = useState(before?.skippedDates ?? []);
  const watched = Form.useWatch([], form) as Partial<PlanValues> | undefined;
  const values = { ...initialValues, ...watched };
  const course = courses.find(({ _id }) => _id === values.courseId);
  // A teacher of another course of a joint class may not read the series' own course, so its sections come
  // from the series.
  const ownSectionIds = course
    ? openSections(course).map(({ _id }) => _id)
    : before?.courses?.[0]?.sections.map(({ id }) => id);
  const rule = ruleOf(values, skippedDates, before, ownSectionIds);
  const change = initialSeries && { id: initialSeries._id, version: initialSeries.version, from };
  const preview = usePreview(values.courseId, rule, change);
  const create = useCreateSeries();
  const edit = useEditSeries();
  const saving = change ? edit : create;
  const weekdays = useMemo(() => weekdayNames(currentLanguage()), []);
  const hasDuplicates = create.error instanceof ApiError && create.error.code === 'series_duplicates';
  const count = rule ? (preview.data?.classes.length ?? 0) : 0;

  const isEmpty = rule !== undefined && !preview.isPlaceholderData && preview.data?.classes.length === 0;

  const save = (confirmed: boolean) => {
    const { courseId } = values;
    // All fields are filled in, but the series contains no class.
    if (!rule || courseId === undefined) return setProblem('incomplete');
    if (isEmpty) return setProblem('empty');
    const outcome = { done: t('plan.saved'), onSuccess: () => void navigate(doneAt) };
    if (change) edit.mutate({ ...rule, ...change }, outcome);
    else create.mutate({ courseId, ...rule, ...(confirmed ? { confirmed } : {}) }, outcome);
  };
  const skip = (dates: string[]) => {
    setProblem(undefined);
    setSkippedDates(dates);
  };
  const required = (field: string) => ({ required: true, message: t('common:required', { field }) });
  return (
    <div className="card-grid card-grid-2">
      <Card>
        <InputForm<PlanValues>
          busy={saving.isPending}
          form={form}
          initialValues={initialValues}
          onFinish={() => save(false)}
          onValuesChange={() => setProblem(undefined)}
          aria-label={t('plan.title')}
        >
          {!initialSeries && (
            <CalendarFileField
              onChoose={(found) => {
                form.setFieldsValue(valuesOfFile(found, values));
                setSkippedDates(found.rule.skippedDates);
                if (found.room) setRoom(found.room);
              }}
            />
          )}
          {!hasDuplicates && <Failure error={saving.error} text={t('plan.failed')} />}
          <Form.Item name="courseId" label={t('generate.course')} rules={[required(t('generate.course'))]}>
            <Select
              disabled={initialSeries !== undefined}
              placeholder={t('generate.coursePlaceholder')}
              showSearch={{ optionFilterProp: 'label' }}
              options={(course ? courses : [...courses, ...(before?.courses ?? [])]).map((one) => ({
                value: one._id,
                label: courseLabel({ name: one.name, code: one.code }),
              }))}
              onChange={(courseId: string) => {
                const { start, end, firstDay, lastDay, roomId } = usualValuesOf(courseId);
                // The chosen sections belong to the previous course.
                form.setFieldsValue({ start, end, firstDay, lastDay, roomId, sectionIds: [], joint: [] });
              }}
            />
          </Form.Item>
          <SectionField course={course} covered={before?.sections} />
          {values.courseId !== undefined && (
            <JointField choices={jointChoicesOf(values.courseId, courses, before)} />
          )}
          <TimesFields values={values} weekdays={weekdays} />
          <div className="field-grid">
            <DayItem name="firstDay" label={t('plan.firstDay')} rules={[required(t('plan.firstDay'))]} />
            <DayItem
              name="lastDay"
              label={t('plan.lastDay')}
              rules={[required(t('plan.lastDay'))]}
              after={{ name: 'firstDay', message: t('plan.daysBackwards') }}
            />
          </div>
          <Form.Item name="everyWeeks" label={t('plan.every')}>
            <Select
              options={EVERY_WEEKS.map((value) => ({ value, label: t('plan.everyWeeks', { count: value }) }))}
            />
          </Form.Item>
          <TimeRows
            name="extraDates"
            weekdays={weekdays}
            newRow={() => ({ start: values.start, end: values.end })}
          />
          <Form.Item name="online" valuePropName="checked">
            <Checkbox>{t('plan.online')}</Checkbox>
          </Form.Item>
          {!values.online && <RoomField room={room} />}
          <CourseLateThresholdField />
          <CourseRequirements chosen={before?.policy} />
          {problem && <Notice type="error" title={t(`plan.problem.${problem}`)} className="below" />}
          <Button type="primary" size="large" htmlType="submit" loading={saving.isPending}>
            {rule && count > 0 ? t('plan.submit', { count }) : t('plan.title')}
          </Button>
        </InputForm>
      </Card>
      <Card list title={t('plan.preview')} help={t('plan.previewHelp')}>
        {rule && values.courseId !== undefined ? (
          <QueryView query={preview} errorMessage={t('plan.previewFailed')}>
            {(found) => (
              <Preview
                preview={found}
                onSkip={(date) => skip([...skippedDates, date])}
                onHold={(date) => skip(skippedDates.filter((skipped) => skipped !== date))}
              />
            )}
          </QueryView>
        ) : (
          <p className="muted">{t('plan.previewEmpty')}</p>
        )}
      </Card>
      {hasDuplicates && (
        <ConfirmDialog
          title={t('plan.duplicatesTitle')}
          text={t('plan.duplicates')}
          confirm={t('plan.duplicatesConfirm')}
          cancel={t('past.back')}
          busy={create.isPending}
          onConfirm={() => save(true)}
          onCancel={() => {
            create.cancel();
            create.reset();
          }}
        />
      )}
    </div>
  );
};
