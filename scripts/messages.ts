import { globSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';

/** A text of the back office in the source, English, with `{0}`, `{1}` … for what is put in. */
export interface Message {
  text: string;
  start: number;
  end: number;
  /** The parts that are put in, as ranges of the source. */
  parts: [start: number, end: number][];
  form: 'string' | 'attribute' | 'template' | 'children';
  /** Spaces before and after it, which are no part of the text. */
  around: [before: string, after: string];
}

/** The modules whose texts staff read, below the project's root. */
export function modulesOfStaff(root: string): string[] {
  const exclude = ['**/*.test.*', '**/*.island.tsx', 'src/{site,cli,i18n,ui/site}/**', 'src/paths.ts'];
  return globSync('src/**/*.{ts,tsx}', { cwd: root, exclude }).sort();
}

/** Attributes and properties whose value is read by people. */
const shown = new Set(
  `active aria-label busy cancel deleteFailed deleteTitle description emptyHint error heading head help hint
  idle inactive label means message note noun one placeholder proceed purpose text title what why word words`.split(
    /\s+/,
  ),
);
const shownByServer = new Set(['error', 'message']);
/** Constants that hold texts. */
const shownConstants = /(?:Error|[Hh]int|[Mm]essage|notes|[Rr]efusals|[Tt]itles?)$/;
const shownConstantsOfServer = /^noSuch|(?:Error|[Mm]essage|[Rr]efusals)$/;
/** Functions that get texts, and as which arguments; in an object or array all strings are texts. */
const says = new Map<string, number[]>([
  ...`amount announce askToLeave chosen invalid line listMessages nameColumn notFound notifyDone notifyFailed numbersField
  optionalLine optionalParagraph paragraph requiredRichText showMessage someChosen t withKeys`
    .split(/\s+/)
    .map((name): [string, number[]] => [name, [0]]),
  ['askToDelete', [0, 1]],
  ['assertExists', [3]],
  ['assertParentExists', [3]],
  ['assertUnused', [0, 1]],
  ['CallError', [1]],
  ['changeOne', [2]],
  ['Error', [0]],
  ['HttpError', [1]],
  ['optionalChoice', [1]],
  ['useLeaveGuard', [1]],
]);

/** All texts of a module, in the order of the source. */
export function messagesOf(file: string, source: string): Message[] {
  const found = new Map<number, Message>();
  const names = file.includes('.server.') ? shownByServer : shown;
  const constants = names === shown ? shownConstants : shownConstantsOfServer;
  const add = (whole: string, message: Omit<Message, 'text' | 'around'>) => {
    const text = whole.replace(/\s+/g, ' ').trim();
    const [before = '', after = ''] = [/^\s*/, /\s*$/].map((spaces) => spaces.exec(whole)?.[0]);
    if (isText(text)) found.set(message.start, { ...message, text, around: [before, after] });
  };
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (!value || !names.has(source.slice(name.start, name.end))) return;
      if (value.type === 'Literal') addText(value, 'attribute');
      else if (value.type === 'JSXExpressionContainer') addShown(value.expression);
    },
    Property: ({ key, value }) => {
      if (names.has(key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''))
        addShown(value);
    },
    ObjectExpression: ({ properties }) => {
      const isNamed = (each: ESTree.ObjectPropertyKind, ...wanted: string[]): each is ESTree.ObjectProperty =>
        each.type === 'Property' && each.key.type === 'Identifier' && wanted.includes(each.key.name);
      const isScreen = properties.some((each) => isNamed(each, 'description'));
      if (names === shownByServer || !(isScreen || properties.some((each) => isNamed(each, 'value')))) return;
      // A screen has them beside its description, and a choice has a name beside its value.
      for (const each of properties) if (isNamed(each, 'name', isScreen ? 'group' : 'name')) addShown(each.value);
    },
    VariableDeclarator: ({ id, init }) => {
      if (init && id.type === 'Identifier' && constants.test(id.name)) addShown(init, true);
    },
    AssignmentPattern: ({ left, right }) => {
      if (left.type === 'Identifier' && names.has(left.name)) addShown(right);
    },
    JSXElement: ({ children }) => addChildren(children),
    JSXFragment: ({ children }) => addChildren(children),
    CallExpression: addArgument,
    NewExpression: addArgument,
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type === 'Identifier' && tag.name === 't') addTemplate(quasi);
    },
  }).visit(parseSync(file, source).program);
  return [...found.values()].sort((one, other) => one.start - other.start);

  function addArgument({ callee, arguments: all }: ESTree.CallExpression | ESTree.NewExpression): void {
    const name = source.slice(callee.start, callee.end);
    // What the server throws like that goes to the log.
    if (name === 'Error' && names === shownByServer) return;
    for (const at of says.get(name) ?? []) {
      const given = all[at];
      if (given && given.type !== 'SpreadElement') addShown(given, true);
    }
  }

  /** Whatever the value may be: either branch of a condition, and with `deep` all that an object holds. */
  function addShown(value: ESTree.Node, deep = false): void {
    if (value.type === 'TemplateLiteral') addTemplate(value);
    else if (value.type === 'Literal' && typeof value.value === 'string') addText(value, 'string');
    else for (const part of partsOf(value, deep)) addShown(part, deep);
  }

  function addText({ start, end, value }: ESTree.StringLiteral, form: Message['form']): void {
    add(String(value), { start, end, parts: [], form });
  }

  function addTemplate({ start, end, quasis, expressions }: ESTree.TemplateLiteral): void {
    const text = quasis
      .map(({ value }, at) => (value.cooked ?? '') + (at < expressions.length ? `{${at}}` : ''))
      .join('');
    add(text, { start, end, parts: expressions.map((each) => [each.start, each.end]), form: 'template' });
  }

  /** Texts between elements and values are one message with them, as languages differ in their order. */
  function addChildren(children: ESTree.JSXChild[]): void {
    for (const child of children) if (child.type === 'JSXExpressionContainer') addShown(child.expression);
    const pieces = children.map(pieceOf);
    const [first, last] = [children[0], children.at(-1)];
    if (!first || !last || !pieces.some((piece) => typeof piece === 'string' && /[a-z]/i.test(piece))) return;
    const parts: Message['parts'] = [];
    const text = pieces.map((piece) => (typeof piece === 'string' ? piece : `{${parts.push(piece) - 1}}`)).join('');
    add(text, { start: first.start, end: last.end, parts, form: 'children' });
  }
}

function partsOf(value: ESTree.Node, deep: boolean): ESTree.Node[] {
  if (value.type === 'ConditionalExpression') return [value.consequent, value.alternate];
  if (value.type === 'LogicalExpression') return [value.right];
  if (value.type === 'ParenthesizedExpression' || value.type === 'TSAsExpression') return [value.expression];
  if (value.type === 'TSSatisfiesExpression') return [value.expression];
  if (deep && value.type === 'ObjectExpression')
    return value.properties.flatMap((each) => (each.type === 'Property' ? [each.value] : []));
  return deep && value.type === 'ArrayExpression' ? value.elements.filter((each) => each !== null) : [];
}

/** The text of a child as React reads it, or where the child stands. */
function pieceOf(child: ESTree.JSXChild): string | [number, number] {
  if (child.type === 'JSXText') return textOf(child.value);
  if (child.type !== 'JSXExpressionContainer') return [child.start, child.end];
  const { expression } = child;
  if (expression.type === 'JSXEmptyExpression') return '';
  return expression.type === 'Literal' && expression.value === ' ' ? ' ' : [child.start, child.end];
}

function textOf(source: string): string {
  const lines = source.split('\n');
  return lines
    .map((line, at) =>
      line.slice(at === 0 ? 0 : line.search(/\S|$/)).replace(at === lines.length - 1 ? /$/ : /\s+$/, ''),
    )
    .filter((line) => line !== '')
    .join(' ');
}

/** Not a sign, a number or a text that is Bengali already; an English one may have Bengali examples. */
function isText(text: string): boolean {
  const isEnglish = /[a-z]{2}/i.test(text.replace(/\{\d+\}|&\w+;/g, '')) && text !== 'bn';
  return isEnglish && (/(?:[a-z]+[ ,:]+){3}/i.test(text) || !/[\u0980-\u09ff]/.test(text));
}

/** The key of a text that has another Bengali in this module than elsewhere. */
export function keyIn(file: string, text: string): string {
  return `${text} @${file.replace(/^.*\/(?=src\/)/, '')}`;
}

/** The module with each text in Bengali. What the catalogue lacks stays English. */
export function translate(file: string, source: string, catalogue: Record<string, string>): string {
  const bengali = (text: string) => catalogue[keyIn(file, text)] ?? catalogue[text];
  const messages = messagesOf(file, source).filter(({ text }) => bengali(text) !== undefined);
  const body = render(0, source.length);
  return body.includes('numberInWords(') ? `import { inDigits as numberInWords } from '#i18n/text.ts';\n${body}` : body;

  function render(start: number, end: number): string {
    let result = '';
    let at = start;
    for (const message of messages) {
      if (message.start < at || message.end > end) continue;
      result += source.slice(at, message.start) + inBengali(message);
      at = message.end;
    }
    return result + source.slice(at, end);
  }

  function inBengali({ text, parts, form, around }: Message): string {
    const pieces = around.join(bengali(text)).split(/\{(\d+)\}/);
    const put = (piece: string) => render(...(parts[Number(piece)] ?? [0, 0]));
    if (form === 'string') return JSON.stringify(pieces[0]);
    if (form === 'attribute') return `{${JSON.stringify(pieces[0])}}`;
    if (form === 'children')
      return pieces.map((piece, at) => (at % 2 ? put(piece) : piece && `{${JSON.stringify(piece)}}`)).join('');
    const shape = (piece: string, at: number) =>
      at % 2 ? `\${numberInWords(${put(piece)})}` : piece.replace(/[`$\\]/g, '\\$&');
    return `\`${pieces.map(shape).join('')}\``;
  }
}
