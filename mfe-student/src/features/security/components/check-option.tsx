import Checkbox from 'antd/es/checkbox';
import theme from 'antd/es/theme';
import { useId } from 'react';

interface Props {
  label: string;
  help: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** One check that a student may ask for, with what it means. */
export const CheckOption = ({ label, help, checked, onChange }: Props) => {
  const { token } = theme.useToken();
  const id = useId();
  return (
    <div style={{ paddingBlock: token.paddingXS }}>
      <Checkbox
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={id}
        style={{ minHeight: 32, alignItems: 'center', fontWeight: 500 }}
      >
        {label}
      </Checkbox>
      <div id={id} style={{ color: token.colorTextSecondary, paddingInlineStart: 24 }}>
        {help}
      </div>
    </div>
  );
};
