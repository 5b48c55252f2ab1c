// Formulas: marks identifiers of more than one letter (max, log) as upright. CSS cannot count letters.
// Knows MathML in a page's tree, nothing else.

interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  properties?: Record<string, unknown>;
  readonly children?: readonly Node[];
}

export function uprightNames() {
  return function visit(node: Node): void {
    const text = node.children?.map((child) => child.value ?? '').join('') ?? '';
    if (node.tagName === 'mi' && text.length > 1) node.properties = { ...node.properties, mathvariant: 'normal' };
    node.children?.forEach(visit);
  };
}
