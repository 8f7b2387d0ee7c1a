import type { Course, Section } from '@qr-attendance/contracts';
import { ActionButton, Button, Card, PlainList, PlainRow, SourceNote } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../shared/may.ts';
import { hasSections } from '../../../shared/sections.ts';
import { useAddSection, useEditSection } from '../api.ts';
import { SectionForm } from './section-form.tsx';

export const SectionsCard = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const add = useAddSection(course._id);
  const [adding, setAdding] = useState(false);
  const mayChange = may(course, 'changeCourse');
  if (!mayChange && !hasSections(course)) return null;
  return (
    <Card title={t('sections.title')}>
      <p className="muted flush below-sm">{t('sections.help')}</p>
      <PlainList>
        {course.sections.map((section) => (
          <SectionRow key={section._id} course={course} section={section} mayChange={mayChange} />
        ))}
      </PlainList>
      {mayChange && (
        <div className="above">
          {adding ? (
            <SectionForm
              title={t('sections.add')}
              confirm={t('sections.confirmAdd')}
              failure={t('sections.addFailed')}
              save={(name) => add.mutateAsync(name)}
              cancel={add.cancel}
              onClose={() => setAdding(false)}
            />
          ) : (
            <Button onClick={() => setAdding(true)}>{t('sections.add')}</Button>
          )}
        </div>
      )}
    </Card>
  );
};

interface RowProps {
  course: Course;
  section: Section;
  mayChange: boolean;
}

const SectionRow = ({ course, section, mayChange }: RowProps) => {
  const { t } = useTranslation('teacher');
  const [renaming, setRenaming] = useState(false);
  const { _id, name, archived = false, studentCount = 0 } = section;
  const rename = useEditSection(course._id, _id);
  const archive = useEditSection(course._id, _id);
  const detail = [t('sections.students', { count: studentCount }), archived && t('sections.archived')];
  const isLast = course.sections.filter((one) => !one.archived).length === 1;
  return (
    <>
      <PlainRow
        title={<span dir="auto">{name}</span>}
        detail={
          <>
            {detail.filter(Boolean).join(' · ')}
            <SourceNote source={section.source} />
          </>
        }
        aside={
          mayChange && (
            <div className="row gap-xs">
              <Button
                size="small"
                aria-label={t('sections.renameOf', { name })}
                aria-expanded={renaming}
                onClick={() => setRenaming(!renaming)}
              >
                {t('sections.rename')}
              </Button>
              {(archived || !isLast) && (
                <ActionButton
                  size="small"
                  aria-label={t(archived ? 'sections.restoreOf' : 'sections.archiveOf', { name })}
                  act={() => archive.mutateAsync({ name, archived: !archived })}
                  failure={t('sections.saveFailed')}
                >
                  {t(archived ? 'sections.restore' : 'sections.archive')}
                </ActionButton>
              )}
            </div>
          )
        }
      />
      {renaming && (
        <li>
          <SectionForm
            title={t('sections.renameOf', { name })}
            initial={name}
            confirm={t('sections.save')}
            failure={t('sections.saveFailed')}
            save={(renamed) => rename.mutateAsync({ name: renamed, archived })}
            cancel={rename.cancel}
            onClose={() => setRenaming(false)}
          />
        </li>
      )}
    </>
  );
};
