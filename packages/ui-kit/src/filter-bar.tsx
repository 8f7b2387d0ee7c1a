import type { ReactNode } from 'react';
import './filter-bar.css';

export const FilterBar = ({ children }: { children: ReactNode }) => (
  <div role="search" className="filter-bar">
    {children}
  </div>
);
