import type { ReactNode } from 'react';
import { TableFrame } from './ui.tsx';

/** A column of a `Grid`. */
export interface Column<Row> {
  head: string;
  /** Its cell in a row. */
  cell(row: Row): ReactNode;
  /** `figure` for numbers, `not-on-a-phone`, `who` for a person. */
  className?: string;
  /** True for the column that names the row. */
  isName?: boolean;
}

/** A table of rows. @param name the accessible name */
export const Grid = <Row,>({
  name,
  caption,
  columns,
  rows,
  keyOf,
}: {
  name: string;
  caption?: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row, at: number): string;
}) => (
  <TableFrame name={name}>
    <table className="grid">
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ head, className }) => (
            <th key={head} scope="col" className={className}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)}>
            {columns.map(({ head, cell, className, isName }) =>
              isName ? (
                <th key={head} scope="row" className={className}>
                  {cell(row)}
                </th>
              ) : (
                <td key={head} className={className}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </TableFrame>
);
