import ts from 'typescript';

/** A row of the table: a variable of the server. */
export interface Variable {
  name: string;
  /** As it is written in the environment; undefined when it may be left out and has none. */
  fallback: string | undefined;
  /** The variable that makes this one required. */
  requiredWith: string | undefined;
  text: string;
}

const MARKS = ['<!-- configuration:begin -->', '<!-- configuration:end -->'] as const;

/**
 * The variables of `server/config/env.ts` in their order, by its own docstrings, defaults and messages.
 * @param source that file, and after it `env-rules.ts`, which says what they need
 * @throws Error that names a variable without a docstring
 */
export function variablesOf(source: string): Variable[] {
  const file = ts.createSourceFile('env.ts', source, ts.ScriptTarget.Latest, true);
  const env = file.statements.find(
    (statement): statement is ts.ClassDeclaration =>
      ts.isClassDeclaration(statement) && statement.name?.text === 'Env',
  );
  const required = new Map(
    [...source.matchAll(/\b([A-Z_]+)(?: is required when |', ')([A-Z_]+)(?: is set|'\],)/g)].map(
      ([, name, other]) => [name, other],
    ),
  );
  return [...(env?.members ?? [])].filter(ts.isPropertyDeclaration).map((member) => {
    const name = member.name.getText(file);
    const text = ts
      .getJSDocCommentsAndTags(member)
      .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '');
    if (text.length !== 1) throw new Error(`${name} has no docstring in server/config/env.ts`);
    return {
      name,
      fallback: fallbackOf(member.initializer),
      requiredWith: required.get(name),
      text: (text[0] ?? '').replaceAll(/\s+/g, ' '),
    };
  });
}

/**
 * The document with the table of these variables between its two marks, aligned as Prettier aligns it.
 * @throws Error when the marks are not there
 */
export function withTable(document: string, variables: Variable[]): string {
  const [begin, end] = [document.indexOf(MARKS[0]), document.indexOf(MARKS[1])];
  if (begin < 0 || end < begin) throw new Error(`docs/configuration.md needs ${MARKS.join(' and ')}`);
  return `${document.slice(0, begin + MARKS[0].length)}\n\n${tableOf(variables)}\n\n${document.slice(end)}`;
}

function tableOf(variables: Variable[]): string {
  const rows = [
    ['Variable', 'Default', 'Required', 'What it is'],
    ...variables.map(({ name, fallback, requiredWith, text }) => [
      `\`${name}\``,
      fallback === undefined ? '' : `\`${fallback}\``,
      requiredWith === undefined ? '' : `with \`${requiredWith}\``,
      text.replaceAll('|', '\\|'),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return lines.toSpliced(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`).join('\n');
}

function fallbackOf(value: ts.Expression | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (ts.isStringLiteral(value) || ts.isNumericLiteral(value)) return value.text;
  if (value.kind === ts.SyntaxKind.TrueKeyword) return 'on';
  if (value.kind === ts.SyntaxKind.FalseKeyword) return 'off';
  throw new Error(`The default ${value.getText()} of server/config/env.ts is not a plain value`);
}
