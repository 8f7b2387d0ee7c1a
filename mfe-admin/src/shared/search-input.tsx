import Input from 'antd/es/input';
import { useId } from 'react';

interface Props {
  label: string;
  typed: string;
  setTyped: (text: string) => void;
}

export const SearchInput = ({ label, typed, setTyped }: Props) => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="search"
        allowClear
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
};
