import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { sourcesIn } from '../support/import-graph.ts';

/** A text that people may see. What is filled in stands in braces. */
export interface Text {
  /** From the root of the repository. */
  file: string;
  words: string;
}

/** The parts of the server whose messages reach a person; all others talk to operators. */
const SERVER = [
  'account',
  'auth',
  'business-profile',
  'campaigns',
  'changes',
  'errors',
  'listings',
  'notices',
  'posts',
  'publishing',
  'reviews',
  'security',
  'statistics',
  'users',
  'zones',
];
/** Content rather than product: what the sample's businesses are called and post. The rest is generated or a tool. */
const NOT_LISTED =
  /[\\/](business-profile[\\/]sample[\\/](data[\\/]|sample-categories)|security[\\/]headers|zones[\\/]region-zones|api[\\/]schema\.ts|vite\.)|\.d\.ts$/;

/** Attributes whose value is for the browser or for the code. */
const TECHNICAL =
  /^(className|id|key|type|role|to|href|rel|target|variant|size|tone|state|status|drop|name|autoComplete|inputMode|htmlFor|d|viewBox|fill|stroke\w*|src|method|media|mode|icon|as|lang|pattern|form|list|data-[\w-]+|aria-(hidden|live|current|haspopup|controls|describedby|labelledby))$/;
/** Functions whose arguments nobody reads. */
const UNREAD =
  /(^|(?<!\bnotify)\.)(Error|querySelector(All)?|matches|closest|addEventListener|test|exec|match|split|join|replace(All)?|startsWith|endsWith|includes|getElementById|cx|titled\.path|log|warn|error|debug|info|fatal|verbose|set|get|header|append|Symbol|InjectionToken|createHash|createHmac)$/;
/** Decorators that describe the API document or the framework. */
const DOCUMENT =
  /^(Api|Controller|Get|Post|Put|Patch|Delete|Header|Inject|Injectable|Param|Query|Module|Transform)/;

/** All texts of the client, and the messages of the server that reach people, file by file. */
export function textsIn(root: string): Text[] {
  const folders = ['client', ...SERVER.map((name) => join('server', name))];
  return folders
    .flatMap((folder) => sourcesIn(join(root, folder)))
    .filter((path) => /\.tsx?$/.test(path) && !NOT_LISTED.test(path))
    .map((path) => ({ path, file: relative(root, path).replaceAll('\\', '/') }))
    .sort((one, other) => (one.file < other.file ? -1 : 1))
    .flatMap(({ path, file }) =>
      [...new Set(wordsOf(path, file.startsWith('server/')))].map((words) => ({ file, words })),
    );
}

/** The document of all texts. */
export function documentOf(texts: Text[]): string {
  const files = [...new Set(texts.map(({ file }) => file))];
  const sections = files.map((file) => {
    const lines = texts.filter((text) => text.file === file).map(({ words }) => words);
    return `## ${file}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
  });
  return [
    '# Every text that people see\n',
    '`npm run texts` writes this page from the source: the texts of the client, and the messages of the server. What is filled in stands in braces. The sample’s businesses and posts are left out.\n',
    ...sections,
  ].join('\n');
}

function wordsOf(path: string, onServer: boolean): string[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const add = (text: string) => {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    if (!/\p{L}/u.test(words.replaceAll(/\{.*?\}/g, ''))) return;
    if (onServer ? isSentence(words) : isVisible(words)) found.push(words);
  };
  const visit = (node: ts.Node): void => {
    if (isUnread(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      if (node.children.some((child) => ts.isJsxText(child) && child.text.trim())) {
        const text = node.children.map(inText).join('').trim();
        if (/\p{L}/u.test(text.replaceAll(/\{.*?\}/g, ''))) found.push(text.replaceAll(/\s+/g, ' '));
      }
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) add(textOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A child of an element within its text: words, a part like a link with its own words, or what is filled in. */
function inText(child: ts.JsxChild): string {
  if (ts.isJsxText(child)) return child.text.replaceAll(/\s+/g, ' ');
  if (ts.isJsxElement(child)) return child.children.map(inText).join('');
  if (ts.isJsxExpression(child)) {
    if (!child.expression) return '';
    return ts.isStringLiteralLike(child.expression) || ts.isTemplateExpression(child.expression)
      ? textOf(child.expression)
      : slot(child.expression);
  }
  return '';
}

function textOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return (
    node.head.text + node.templateSpans.map((span) => slot(span.expression) + span.literal.text).join('')
  );
}

/** What is filled in, by the last name in the code: `{email}`. */
function slot(expression: ts.Expression): string {
  return `{${expression.getText().match(/[A-Za-z]\w*(?=\W*$)/)?.[0] ?? '…'}}`;
}

function isUnread(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (isForCallers(node)) return true;
  if (ts.isTaggedTemplateExpression(node) || ts.isCaseClause(node.parent ?? node))
    return ts.isExpression(node);
  if (ts.isJsxAttribute(node)) return TECHNICAL.test(node.name.getText());
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const called = node.expression.getText();
    return UNREAD.test(called) || (ts.isDecorator(node.parent) && DOCUMENT.test(called));
  }
  const isCompared =
    ts.isBinaryExpression(node.parent ?? node) &&
    /[=!]==/.test((node.parent as ts.BinaryExpression).operatorToken.getText());
  return isCompared && ts.isStringLiteralLike(node);
}

/** When an error comes: the third part of its entry, which the API document alone has. */
function isForCallers(node: ts.Node): boolean {
  const entry = node.parent ?? node;
  if (!ts.isArrayLiteralExpression(entry)) return false;
  const [status, , when] = entry.elements;
  return node === when && status !== undefined && ts.isNumericLiteral(status);
}

/** Words rather than a key, a path or a selector: several of them, or one with a capital letter. */
function isVisible(text: string): boolean {
  if (/^[/#.[(]|\[href\]|^[a-z-]+:|=|;(?! )/.test(text)) return false;
  return /\p{L}.* .*\p{L}|\p{L}\S* \{|\} \p{L}/u.test(text) || /^\p{Lu}\p{Ll}+\.*$/u.test(text);
}

/** The server's messages are sentences, or the message of a rule: a capital letter, and more than one word. */
function isSentence(text: string): boolean {
  return /^[\p{Lu}{“"'].* .*\p{Ll}/u.test(text) && !/[=<>]|;(?! )|\bHTTP\b/.test(text);
}
