import { ActionIcon } from '@mantine/core';
import type IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { TableColumn } from './columns';

interface Act<Row> {
  id: string;
  /** The heading, in the language of the moment. */
  heading: () => string;
  width: number;
  Icon: typeof IconTrash;
  /** What the button of a row does. */
  labelOf: (row: Row) => string;
  run: (row: Row) => void;
  /** Whether a row has the button; each has one where this is not given. */
  isShown?: ((row: Row) => boolean) | undefined;
}

/** A column of buttons that do something with their row. */
export const actColumn = <Row,>({
  id,
  heading,
  width,
  Icon,
  labelOf,
  run,
  isShown = () => true,
}: Act<Row>): TableColumn<Row> => ({
  id,
  get label() {
    return heading();
  },
  width,
  sortable: false,
  value: () => '',
  cell: row =>
    isShown(row) && (
      <ActionIcon
        variant="subtle"
        tabIndex={-1}
        aria-label={labelOf(row)}
        title={labelOf(row)}
        onClick={() => run(row)}
      >
        <Icon size={17} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    ),
});
