// Tables of prose: writes the heading of its column on each cell, so that a narrow page can set each row as a list.
// Knows tables in a page's tree, nothing else.

interface Node {
  readonly type: string;
  tagName?: string;
  readonly value?: string;
  properties?: Record<string, unknown>;
  readonly children?: readonly Node[];
}

/** Fewer columns fit a narrow page as they are. */
const FEWEST_COLUMNS = 3;

export function tableLabels() {
  return function visit(node: Node): void {
    if (node.tagName === 'table') label(node);
    else node.children?.forEach(visit);
  };
}

function label(table: Node): void {
  const rows = elementsOf(table).flatMap(elementsOf);
  const [head, ...body] = rows;
  const heads = head ? elementsOf(head) : [];
  const labels = heads.map(textOf);
  // A corner with nothing in it heads nothing.
  for (const cell of heads) if (textOf(cell) === '') cell.tagName = 'td';
  if (labels.length < FEWEST_COLUMNS) return;
  table.properties = { ...table.properties, 'data-labelled': '' };
  for (const row of body) {
    elementsOf(row).forEach((cell, column) => {
      const isEmpty = (cell.children ?? []).length === 0;
      if (labels[column] && !isEmpty) cell.properties = { ...cell.properties, 'data-label': labels[column] };
    });
  }
}

const elementsOf = ({ children = [] }: Node): readonly Node[] =>
  children.filter(({ tagName }) => tagName !== undefined);

const textOf = ({ value = '', children = [] }: Node): string => value + children.map(textOf).join('');
