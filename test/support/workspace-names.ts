import { relative } from 'node:path';
import ts from 'typescript';

/** Where somebody takes a person for a workspace, or a workspace for a person. */
export interface NameFault {
  /** Of the repository. */
  file: string;
  line: number;
  /** What is wrong, with the code in question. */
  text: string;
}

const PERSON = /^(uid|actor)$/;
const WORKSPACE = /^workspace(Id)?$/;
/** The tables that are about a person. */
const PERSON_TABLES = /^(users|sessions|memberships|noticeSettings)$/;
const COMPARISON = /^(eq|ne|inArray|notInArray)$/;
/** What goes before a value in SQL that is compared with the column. */
const COLUMN_BEFORE = /\bworkspace_?id"?\s*(=|<>|in\s*\()\s*$/i;

/**
 * The server as the compiler sees it.
 * @param added further files, by their path in the repository
 */
export function serverProgram(root: string, added: Record<string, string> = {}): ts.Program {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}/tsconfig.json`,
    { noEmit: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  )!;
  const texts = new Map(Object.entries(added).map(([path, text]) => [`${root}/${path}`, text]));
  const host = ts.createCompilerHost(config.options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  return ts.createProgram([...config.fileNames, ...texts.keys()], config.options, host);
}

/** The server's source files, with their paths in the repository. */
export function serverFiles(program: ts.Program, root: string): [path: string, file: ts.SourceFile][] {
  return program
    .getSourceFiles()
    .map((file) => [relative(root, file.fileName), file] as [string, ts.SourceFile])
    .filter(([path]) => path.startsWith('server/'));
}

/**
 * Whether the word `uid` stands in the code of a file. Comments, sentences and the columns of tables about persons are left
 * out.
 */
export function saysUid(file: ts.SourceFile): boolean {
  return someNode(
    file,
    (node) =>
      (ts.isIdentifier(node) || ts.isStringLiteral(node)) && node.text === 'uid' && !isColumn(node.parent),
  );
}

/** `users.uid` and the like. */
function isColumn(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && PERSON_TABLES.test(nameOf(node.expression));
}

/** Where a file gives a person for a workspace or the other way round. */
export function mixedUp(program: ts.Program, file: ts.SourceFile, path: string): NameFault[] {
  const checker = program.getTypeChecker();
  const faults: NameFault[] = [];
  const visit = (node: ts.Node): void => {
    const why = faultOf(node, checker);
    if (why) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      const code = node.getText(file).replaceAll(/\s+/g, ' ').slice(0, 100);
      faults.push({ file: path, line: line + 1, text: `${why}: ${code}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return faults;
}

function faultOf(node: ts.Node, checker: ts.TypeChecker): string | undefined {
  if (ts.isPropertyAssignment(node)) return named(node.name, node.initializer);
  if (ts.isVariableDeclaration(node) || ts.isParameter(node))
    return node.initializer && named(node.name, node.initializer);
  if (ts.isBindingElement(node)) return renamed(node);
  if (ts.isBinaryExpression(node)) return compared(node);
  if (ts.isTemplateExpression(node)) return inSql(node);
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return given(node, checker);
  return undefined;
}

/** A value under a name: of a property, a variable or a parameter. */
function named(name: ts.Node, value: ts.Expression): string | undefined {
  const text = nameOf(name);
  if (WORKSPACE.test(text) && isPerson(value)) return 'a person is kept as a workspace';
  if (PERSON.test(text) && isWorkspace(value)) return 'a workspace is kept as a person';
  return undefined;
}

/** `{ uid: workspaceId }`, or the other way round, on the left side. */
function renamed({ name, propertyName, initializer }: ts.BindingElement): string | undefined {
  const [from, to] = [propertyName ? nameOf(propertyName) : '', nameOf(name)];
  if (PERSON.test(from) && WORKSPACE.test(to)) return 'a person is kept as a workspace';
  if (WORKSPACE.test(from) && PERSON.test(to)) return 'a workspace is kept as a person';
  return initializer && named(name, initializer);
}

function compared({ left, right, operatorToken }: ts.BinaryExpression): string | undefined {
  const isMeant = [
    ts.SyntaxKind.EqualsToken,
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ].includes(operatorToken.kind);
  return isMeant && areMixed([left, right]) ? 'a person is compared with a workspace' : undefined;
}

/** sql`… workspace_id = ${uid}`, or with the column in a place of its own. */
function inSql({ head, templateSpans }: ts.TemplateExpression): string | undefined {
  const isFault = templateSpans.some(({ expression }, index) => {
    const before = templateSpans[index - 1];
    const text = before ? before.literal.text : head.text;
    if (isPerson(expression) && COLUMN_BEFORE.test(text)) return true;
    return before && /^\s*=\s*$/.test(text) && areMixed([before.expression, expression]);
  });
  return isFault ? 'a person is compared with a workspace' : undefined;
}

/** A person given where a function wants a workspace, or the other way round. */
function given(call: ts.CallExpression | ts.NewExpression, checker: ts.TypeChecker): string | undefined {
  const values = [...(call.arguments ?? [])];
  const callee = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;
  const name = nameOf(callee);
  if (COMPARISON.test(name)) return areMixed(values) ? 'a person is compared with a workspace' : undefined;
  if (!values.some((value) => isPerson(value) || isWorkspace(value))) return undefined;
  const parameters = checker.getResolvedSignature(call)?.parameters ?? [];
  for (const [index, value] of values.entries()) {
    const wanted = parameters[index]?.name ?? '';
    const wantsWorkspace = WORKSPACE.test(wanted) || (/Workspace(?!s)/.test(name) && !PERSON.test(wanted));
    if (wantsWorkspace && isPerson(value)) return 'a person is given for a workspace';
    if (PERSON.test(wanted) && isWorkspace(value)) return 'a workspace is given for a person';
  }
  return undefined;
}

function areMixed(values: readonly ts.Expression[]): boolean {
  return values.some(isPerson) && values.some(isWorkspace);
}

/** Whether an expression, or what it may come to, is called a person. */
function isPerson(value: ts.Expression): boolean {
  return outcomesOf(value).some((each) => PERSON.test(nameOf(each)));
}

function isWorkspace(value: ts.Expression): boolean {
  return outcomesOf(value).some(
    (each) => WORKSPACE.test(nameOf(each)) || /^(\w+\.)*workspaces\.id$/.test(each.getText()),
  );
}

/** What an expression can come to: `a ?? b`, `c ? a : b`, and with what says only its type. */
function outcomesOf(value: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isNonNullExpression(value))
    return outcomesOf(value.expression);
  if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse].flatMap(outcomesOf);
  if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap(outcomesOf);
  if (
    ts.isBinaryExpression(value) &&
    [ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken].includes(value.operatorToken.kind)
  )
    return [value.left, value.right].flatMap(outcomesOf);
  return [value];
}

/** The last part of a name; empty for what is none. */
function nameOf(node: ts.Node): string {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : '';
}

function someNode(node: ts.Node, test: (node: ts.Node) => boolean): boolean {
  return test(node) || (ts.forEachChild(node, (child) => someNode(child, test) || undefined) ?? false);
}
