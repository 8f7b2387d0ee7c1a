import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export const CourseSearch = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { t } = useTranslation('student');
  const id = useId();
  return (
    <div role="search" className="form-width below">
      <label htmlFor={id}>{t('enroll.search')}</label>
      <Input
        id={id}
        type="search"
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('enroll.searchHint')}
        maxLength={100}
        autoComplete="off"
        dir="auto"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
};
