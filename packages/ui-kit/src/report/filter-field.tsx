import { useId, type ReactNode } from 'react';

/** A filter with its label above it. */
export const FilterField = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
};
