import Checkbox from 'antd/es/checkbox';
import theme from 'antd/es/theme';
import { useId } from 'react';

interface Props {
  label: string;
  help: string;
  /** What is still missing for this check to work. */
  hint?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** One check that a student may ask for, with what it means. */
export const CheckOption = ({ label, help, hint, checked, onChange }: Props) => {
  const { token } = theme.useToken();
  const id = useId();
  return (
    <div style={{ paddingBlockEnd: token.paddingXS }}>
      <Checkbox
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={id}
        style={{ minHeight: 44, alignItems: 'center', fontWeight: 500 }}
      >
        {label}
      </Checkbox>
      <div id={id} style={{ color: token.colorTextSecondary, paddingInlineStart: 24 }}>
        {help}
        {hint && <div style={{ color: token.colorWarningText, fontWeight: 500 }}>{hint}</div>}
      </div>
    </div>
  );
};
