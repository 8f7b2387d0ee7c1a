import {
  DEFAULT_LATE_AFTER_MINUTES,
  LATE_AFTER_MINUTES,
  routes,
  type ClassRoomName,
  type Course,
  type CoveredSection,
} from '@qr-attendance/contracts';
import { useDebounced } from '@qr-attendance/ui-kit';
import { useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';
import Form from 'antd/es/form';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionDefaults } from '../api/sessions.ts';
import type { JointChoice } from '../joint-class.ts';
import { openSections } from '../sections.ts';

interface SectionProps {
  course: Pick<Course, 'sections'> | undefined;
  covered?: CoveredSection[] | undefined;
}

/** Is shown only for courses with several sections. */
export const SectionField = ({ course, covered = [] }: SectionProps) => {
  const { t } = useTranslation('teacher');
  if (!course) return null;
  const kept = course.sections.filter(
    ({ _id, archived }) => archived && covered.some(({ sectionId }) => sectionId === _id),
  );
  const sections = [...openSections(course), ...kept];
  if (sections.length < 2) return null;
  return (
    <Form.Item name="sectionIds" label={t('sections.covered')} extra={t('sections.coveredHelp')}>
      <Select
        mode="multiple"
        placeholder={t('sections.all')}
        showSearch={{ optionFilterProp: 'label' }}
        options={sections.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
    </Form.Item>
  );
};

/** Sections of other courses that take part in the class. Shown only if there are any. */
export const JointField = ({ choices }: { choices: JointChoice[] }) => {
  const { t } = useTranslation('teacher');
  if (choices.length === 0) return null;
  return (
    <Form.Item name="joint" label={t('joint.field')} extra={t('joint.help')}>
      <Select
        mode="multiple"
        placeholder={t('joint.none')}
        showSearch={{ optionFilterProp: 'label' }}
        options={choices}
      />
    </Form.Item>
  );
};

const ROOMS_SHOWN = 50;

const labelOf = ({ name, building }: Pick<ClassRoomName, 'name' | 'building'>): string =>
  building ? `${name}, ${building}` : name;

/** Used in forms with `roomId`. Renders nothing if the institution has no rooms. */
export const RoomField = ({ room }: { room?: ClassRoomName | undefined }) => {
  const { t } = useTranslation('teacher');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed);
  const { data: rooms = [] } = useApiQuery(
    routes.session.listRooms,
    { query: { limit: ROOMS_SHOWN, search } },
    { placeholderData: keepPreviousData },
  );
  const options = rooms.map((one) => ({ value: one._id, label: labelOf(one) }));
  if (room && search === '' && !options.some(({ value }) => value === room.id))
    options.unshift({ value: room.id, label: labelOf(room) });
  if (options.length === 0 && search === '') return null;
  return (
    <Form.Item name="roomId" label={t('plan.room')} extra={t('plan.roomHelp')}>
      <Select
        // The server searches, because an institution can have thousands of rooms.
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        options={search === '' ? [{ value: '', label: t('plan.noRoom') }, ...options] : options}
        notFoundContent={t('plan.noRoomFound')}
      />
    </Form.Item>
  );
};

interface LateProps {
  emptyHelp?: string;
  placeholder?: string;
}

/** The number of minutes after the start when marks become late, for forms with `lateAfterMinutes`. */
export const LateThresholdField = ({ emptyHelp, placeholder }: LateProps) => {
  const { t } = useTranslation('teacher');
  return (
    <Form.Item
      name="lateAfterMinutes"
      label={t('change.lateAfter')}
      extra={emptyHelp ?? t('change.lateAfterHelp')}
      rules={[
        {
          required: emptyHelp === undefined,
          type: 'number',
          ...LATE_AFTER_MINUTES,
          message: t('change.lateAfterRange', LATE_AFTER_MINUTES),
        },
      ]}
    >
      <InputNumber inputMode="numeric" precision={0} placeholder={placeholder} className="field-width" />
    </Form.Item>
  );
};

/**
 * The server applies the course's limit to an empty field, even if the form is submitted before the defaults
 * load.
 */
export const CourseLateThresholdField = () => {
  const { t } = useTranslation('teacher');
  const form = Form.useFormInstance<{ courseId?: string }>();
  const courseId = Form.useWatch('courseId', form);
  const { data: defaults } = useSessionDefaults(courseId);
  if (!defaults) return <LateThresholdField emptyHelp={t('generate.lateUnknown')} />;
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES } = defaults;
  const help = lateAfterMinutes > 0 ? 'generate.lateUsual' : 'generate.lateNever';
  return (
    <LateThresholdField
      emptyHelp={t(help, { count: lateAfterMinutes })}
      placeholder={String(lateAfterMinutes)}
    />
  );
};
