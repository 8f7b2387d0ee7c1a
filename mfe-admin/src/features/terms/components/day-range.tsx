import { DayItem } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

interface Props {
  /** The index in a list of the form; missing for fields of the form itself. */
  index?: number;
  first: { label: string };
  last: { label: string; required?: boolean };
}

export const DayRange = ({ index, first, last }: Props) => {
  const { t } = useTranslation('admin');
  const nameOf = (name: string) => (index === undefined ? name : [index, name]);
  const pathOf = (name: string) => (index === undefined ? name : ['breaks', index, name]);
  const required = (field: string) => ({ required: true, message: t('required', { field }) });
  return (
    <div className="admin-form-row">
      <DayItem name={nameOf('firstDay')} label={first.label} rules={[required(first.label)]} />
      <DayItem
        name={nameOf('lastDay')}
        label={last.label}
        rules={last.required ? [required(last.label)] : []}
        after={{ name: pathOf('firstDay'), message: t('terms.lastBeforeFirst') }}
      />
    </div>
  );
};
