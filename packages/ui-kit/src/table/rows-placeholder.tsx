/** An empty row with the height of the rows that are not rendered. */
export const RowsPlaceholder = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden="true" className="table-gap">
      <td style={{ height }} />
    </tr>
  );
