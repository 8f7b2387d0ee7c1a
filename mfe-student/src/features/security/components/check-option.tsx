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
    <div className="below-xs">
      <Checkbox
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={id}
        className="touch-row medium"
      >
        {label}
      </Checkbox>
      <div id={id} className="muted indent">
        {help}
        {hint && <div className="warning-text medium">{hint}</div>}
      </div>
    </div>
  );
};
