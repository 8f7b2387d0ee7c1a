import { EmptyState, QueryView, useDebounced, tokens } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnrolled } from '../../api/search-enrolled.ts';

/** More than one finds by eye; typing a name finds the others. */
const SHOWN = 6;

interface Props {
  courseId: string;
  /** Ids of students who have a mark already. */
  marked: ReadonlySet<string>;
}

/** The required choice `studentId` of a form, among the enrolled without a mark. */
export const StudentChoice = ({ courseId, marked }: Props) => {
  const { t } = useTranslation('teacher');
  const [typed, setTyped] = useState('');
  const enrolled = useEnrolled(courseId, useDebounced(typed));
  return (
    <>
      <Input
        type="search"
        allowClear
        autoFocus
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // Enter looks for the name rather than sending the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        placeholder={t('courseDetails.search')}
        aria-label={t('courseDetails.search')}
        style={{ marginBlockEnd: tokens.marginXS }}
      />
      <QueryView query={enrolled} errorMessage={t('courseDetails.studentsFailed')}>
        {(students) => {
          const missing = students.filter(({ _id }) => !marked.has(_id));
          const hidden = missing.length - SHOWN;
          if (!missing.length)
            return <EmptyState message={t(students.length ? 'manual.allMarked' : 'courseDetails.noMatch')} />;
          return (
            <>
              <Form.Item
                name="studentId"
                rules={[{ required: true, message: t('manual.chooseStudent') }]}
                style={{ marginBlockEnd: tokens.marginXS }}
              >
                <Radio.Group
                  aria-label={t('roster.student')}
                  style={{
                    display: 'grid',
                    opacity: enrolled.isPlaceholderData ? 0.6 : 1,
                  }}
                >
                  {missing.slice(0, SHOWN).map(({ _id, name, email }) => (
                    <Radio
                      key={_id}
                      value={_id}
                      style={{ margin: 0, minHeight: 44, alignItems: 'center', overflowWrap: 'anywhere' }}
                    >
                      <bdi>{name}</bdi>{' '}
                      <span style={{ color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM }}>
                        {email}
                      </span>
                    </Radio>
                  ))}
                </Radio.Group>
              </Form.Item>
              {hidden > 0 && (
                <p style={{ margin: 0, color: tokens.colorTextSecondary }}>
                  {t('manual.more', { count: hidden })}
                </p>
              )}
            </>
          );
        }}
      </QueryView>
    </>
  );
};
