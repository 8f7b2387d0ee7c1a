import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import './table-head.css';
import type { SortableColumn, useSortedTable } from './use-sorted-table.ts';

interface Props<Row> {
  columns: SortableColumn<Row>[];
  sortOf: (key: string) => ReturnType<ReturnType<typeof useSortedTable>['sortOf']>;
}

const ORDER = { asc: 'ascending', desc: 'descending' } as const;

/** The roles restore the table semantics that a grid layout removes. */
export const TableHead = <Row,>({ columns, sortOf }: Props<Row>) => (
  <thead role="rowgroup">
    <tr role="row" aria-rowindex={1}>
      {columns.map(({ key, title, head = title, className }) => {
        const sort = sortOf(key);
        const order = sort?.order && ORDER[sort.order];
        const Caret = order === 'descending' ? CaretDownOutlined : CaretUpOutlined;
        return (
          <th
            key={key}
            role="columnheader"
            scope="col"
            className={className}
            aria-sort={sort && (order || 'none')}
          >
            {sort ? (
              <button type="button" className="sort-head" onClick={sort.toggle}>
                {head}
                {order && <Caret aria-hidden />}
              </button>
            ) : (
              head
            )}
          </th>
        );
      })}
    </tr>
  </thead>
);
