import { tokens } from '@qr-attendance/ui-kit';
import Checkbox from 'antd/es/checkbox';
import { useId } from 'react';

interface Props {
  label: string;
  help: string;
  hint?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export const CheckOption = ({ label, help, hint, checked, onChange }: Props) => {
  const id = useId();
  return (
    <div style={{ paddingBlockEnd: tokens.paddingXS }}>
      <Checkbox
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={id}
        style={{ minHeight: 44, alignItems: 'center', fontWeight: 500 }}
      >
        {label}
      </Checkbox>
      <div id={id} style={{ color: tokens.colorTextSecondary, paddingInlineStart: 24 }}>
        {help}
        {hint && <div style={{ color: tokens.colorWarningText, fontWeight: 500 }}>{hint}</div>}
      </div>
    </div>
  );
};
