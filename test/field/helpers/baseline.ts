import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { parseSync } from 'vite';
import packageFile from '../../../package.json' with { type: 'json' };

export type Part = keyof typeof packageFile.browserslist;

/** What a script uses and the oldest browsers of its part lack. */
export interface Lack {
  name: string;
  code: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const data: CompatData = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
);
const browsers: Record<string, string> = { ios: 'safari_ios', samsung: 'samsunginternet_android' };

/** Members are known by their name alone: of all other interfaces no code here meets an object, and they have many names. */
const common =
  /^(Abort\w+|Animation|Blob|BroadcastChannel|Cache|CacheStorage|CharacterData|Clipboard\w*|Credential|CredentialsContainer|Crypto|CSSStyleSheet|CustomEvent|DOM\w+|DataTransferItem|Document|DocumentFragment|DocumentOrShadowRoot|Element|Event|EventTarget|FetchEvent|File|FileList|FileReader|FormData|HTML(?!FencedFrame|Geolocation|Install|Media|Permission|UserMedia)\w*|Headers|History|IDB\w+|InputEvent|KeyboardEvent|Location|LockManager|MediaQueryList|MessagePort|MouseEvent|Mutation\w+|Navigator|Node|NodeList|PointerEvent|PublicKeyCredential|Range|Readable\w+|Request|ResizeObserver\w*|Response|Selection|ServiceWorker|ServiceWorkerContainer|ShadowRoot|StaticRange|Storage|SubmitEvent|SubtleCrypto|Text\w*|ToggleEvent|TransformStream\w*|UIEvent|URL|URLSearchParams|VisualViewport|WebSocket|WheelEvent|Window|Worker|Writable\w+|XMLHttpRequest)$/;
/** As above, of the language. */
const uncommon = /^(AsyncIterator|Iterator|(Async)?DisposableStack|AggregateError|Function|RegExp)$/;

/** Answers with a function that names what a script uses and these browsers lack. */
export function baselineOf(part: Part): (script: string) => Lack[] {
  const oldest = packageFile.browserslist[part].map((browser) => {
    const [name = '', version = ''] = browser.split(' ');
    return { name: browsers[name] ?? name, version: Number(version) };
  });
  const has = ({ support }: CompatStatement) =>
    oldest.every(({ name, version }) =>
      [support[name as keyof typeof support] ?? []].flat().some((each) => {
        const since = Number.parseFloat(String(each.version_added).replace('≤', ''));
        const isPlain = !each.flags && !each.prefix && !each.alternative_name;
        return isPlain && since <= version && !(Number.parseFloat(String(each.version_removed)) <= version);
      }),
    );
  const { globals, statics, members, methods } = namesBy(has);
  const hasSpreadFault = oldest.some(({ name, version }) => name === 'chrome' && version < 91);
  const syntax = new Set(Object.keys(syntaxes).filter((path) => !has(statementAt(path))));
  const selectors = Object.entries((data.css.selectors ?? {}) as Record<string, Identifier>).filter(
    ([, { __compat }]) => __compat && !has(__compat),
  );

  return (script) => {
    const lacks: Lack[] = [];
    const { program } = parseSync('script.js', script, { sourceType: 'module' });
    walk(program as unknown as Node, [], (node, above) => {
      const name = hasSpreadFault && isSpreadAfterChain(node) ? 'spread after ?.' : lackOf(node, above);
      if (name === null || isTested(node, above)) return;
      lacks.push({ name, code: script.slice(Math.max(0, node.start - 60), node.end + 40).replace(/\s+/g, ' ') });
    });
    return lacks;
  };

  function lackOf(node: Node, above: Node[]): string | null {
    const parent = above.at(-1);
    for (const path of syntax) if (syntaxes[path]?.(node)) return path.split('.').at(-1) ?? path;
    if (node.type === 'MemberExpression') return memberOf(node, parent);
    if (node.type === 'CallExpression') return selectorOf(node);
    const isName = node.type === 'Identifier' && parent?.property !== node && parent?.key !== node;
    return isName && globals.has(String(node.name)) ? String(node.name) : null;
  }

  function memberOf(node: Node, parent: Node | undefined): string | null {
    const name = textOf(node.property as Node, node.computed === true);
    if (name === null) return null;
    const owner = node.object as Node;
    const whole = `${textOf(owner, false)}.${name}`;
    if (statics.has(whole)) return whole;
    if (isIterator(owner) && statics.has(`Iterator.${name}`)) return `Iterator.${name}`;
    const isCalled = parent?.type === 'CallExpression' && parent.callee === node;
    return members.has(name) || (isCalled && methods.has(name)) ? `.${name}` : null;
  }

  function selectorOf({ callee, arguments: given }: Node): string | null {
    const called = (callee as Node).type === 'MemberExpression' ? textOf((callee as Node).property as Node, false) : '';
    if (!/^(querySelector(All)?|matches|closest)$/.test(called ?? '')) return null;
    const text = textOf((given as Node[])[0], true) ?? '';
    return selectors.find(([name]) => new RegExp(`:${name}\\b(?!-)`).test(text))?.[0] ?? null;
  }
}

/** Names that are nowhere older than these browsers. */
function namesBy(has: (statement: CompatStatement) => boolean) {
  const features = [...featuresOf(data.api, false), ...featuresOf(data.javascript.builtins, true)];
  const intl = featuresOf(data.javascript.builtins?.Intl, true).map((each) => ({
    ...each,
    whole: `Intl.${each.whole}`,
  }));
  const named = (all: Feature[], isYoung: boolean) => all.filter(({ statement }) => has(statement) !== isYoung);
  const namesOf = (all: Feature[]) => {
    const old = new Set(named(all, false).map(({ name }) => name));
    return (some: Feature[]) => new Set(named(some, true).flatMap(({ name }) => (old.has(name) ? [] : [name])));
  };
  const owners = features.filter(({ owner }) => owner === null);
  const members = [...features, ...intl].filter(({ owner }) => owner !== null);
  const isMet = ({ owner, isLanguage }: Feature) =>
    isLanguage ? !uncommon.test(owner ?? '') : common.test(owner ?? '');
  const youngMembers = namesOf(members);
  return {
    globals: namesOf(owners)(owners),
    statics: new Set(named([...members, ...intl], true).map(({ whole }) => whole)),
    members: youngMembers(members.filter((each) => isMet(each) && !each.isLanguage)),
    methods: youngMembers(members.filter((each) => isMet(each) && each.isLanguage)),
  };
}

interface Feature {
  /** Null for an interface or a global function. */
  owner: string | null;
  name: string;
  whole: string;
  isLanguage: boolean;
  statement: CompatStatement;
}

function featuresOf(group: Identifier | undefined, isLanguage: boolean): Feature[] {
  return compatible(group).flatMap(([owner, interfaced, statement]) => [
    { owner: null, name: owner, whole: owner, isLanguage, statement },
    ...compatible(interfaced).flatMap(([key, , statement]) => {
      const name = key.replace('_static', '');
      if (key === owner || key.endsWith('_event')) return [];
      // A static one is only known with its owner.
      return [
        { owner, name: name === key ? name : `${owner}.${name}`, whole: `${owner}.${name}`, isLanguage, statement },
      ];
    }),
  ]);
}

function compatible(group: Identifier | undefined): [string, Identifier, CompatStatement][] {
  return Object.entries((group ?? {}) as Record<string, Identifier>).flatMap(([name, each]) =>
    name !== '__compat' && each.__compat ? [[name, each, each.__compat]] : [],
  );
}

function statementAt(path: string): CompatStatement {
  const found = path.split('.').reduce<Identifier | undefined>((at, key) => at?.[key] as Identifier, data.javascript);
  if (!found?.__compat) throw new Error(`The data of browsers know no ${path}`);
  return found.__compat;
}

const flagged = (flag: string) => (node: Node) => regexOf(node)?.flags.includes(flag) === true;

/** By its place in the data, how a syntax is seen. */
const syntaxes: Record<string, (node: Node) => boolean> = {
  'operators.nullish_coalescing': ({ operator }) => operator === '??',
  'operators.nullish_coalescing_assignment': ({ operator }) => operator === '??=',
  'operators.logical_or_assignment': ({ operator }) => operator === '||=',
  'operators.logical_and_assignment': ({ operator }) => operator === '&&=',
  'operators.optional_chaining': ({ type }) => type === 'ChainExpression',
  'classes.public_class_fields': ({ type, key }) =>
    type === 'PropertyDefinition' && (key as Node).type !== 'PrivateIdentifier',
  'classes.private_class_fields': ({ type }) => type === 'PrivateIdentifier',
  'classes.private_class_fields_in': ({ operator, left }) =>
    operator === 'in' && (left as Node).type === 'PrivateIdentifier',
  'classes.static.initialization_blocks': ({ type }) => type === 'StaticBlock',
  'grammar.numeric_separators': ({ type, raw }) =>
    type === 'Literal' && /^\d[\d_.a-z]*$/i.test(`${raw}`) && `${raw}`.includes('_'),
  'regular_expressions.lookbehind_assertion': (node) => /\(\?<[=!]/.test(regexOf(node)?.pattern ?? ''),
  'regular_expressions.named_capturing_group': (node) => /\(\?<\w/.test(regexOf(node)?.pattern ?? ''),
  'regular_expressions.modifier': (node) => /\(\?[ims]*-?[ims]+:/.test(regexOf(node)?.pattern ?? ''),
  'builtins.RegExp.hasIndices': flagged('d'),
  'builtins.RegExp.unicodeSets': flagged('v'),
};

/** Of a literal, or of one that is made from a text. */
function regexOf(node: Node): { pattern: string; flags: string } | null {
  if (node.type === 'Literal' && node.regex) return node.regex as { pattern: string; flags: string };
  if (!/^(New|Call)Expression$/.test(node.type) || (node.callee as Node).name !== 'RegExp') return null;
  const [pattern, flags] = node.arguments as Node[];
  const parts = (pattern?.quasis as Node[] | undefined)?.map(cookedOf);
  return { pattern: parts?.join('') ?? textOf(pattern, true) ?? '', flags: textOf(flags, true) ?? '' };
}

/** A name, or the value of a text without gaps. */
function textOf(node: Node | undefined, isComputed: boolean): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  const quasis = (node?.type === 'TemplateLiteral' ? node.quasis : []) as Node[];
  if (quasis.length === 1) return cookedOf(quasis[0]);
  return node?.type === 'Identifier' && !isComputed ? String(node.name) : null;
}

function cookedOf(quasi: Node | undefined): string {
  return (quasi?.value as { cooked: string } | undefined)?.cooked ?? '';
}

/** `map.values()` */
function isIterator(node: Node): boolean {
  if (node.type !== 'CallExpression' || (node.arguments as Node[]).length > 0) return false;
  return /^(keys|values|entries)$/.test(textOf((node.callee as Node).property as Node | undefined, false) ?? '');
}

/** `act?.(...all)`, a fault of Chrome before 91 that the data of browsers don't know. */
function isSpreadAfterChain({ type, expression }: Node): boolean {
  return type === 'ChainExpression' && hasSpread(expression as Node);
}

function hasSpread({ callee, object, arguments: given }: Node): boolean {
  const before = (callee ?? object) as Node | undefined;
  const isSpread = (given as Node[] | undefined)?.some(({ type }) => type === 'SpreadElement');
  return isSpread || (before !== undefined && hasSpread(before));
}

/** Whether the use is itself the question if it is there, or depends on one. */
function isTested(node: Node, above: Node[]): boolean {
  const name = String((node.property as Node | undefined)?.name ?? node.name ?? '');
  if (name === '') return false;
  return above.some((each, at) => {
    const below = above[at + 1] ?? node;
    if (each.type === 'UnaryExpression')
      return ['typeof', '!', 'delete'].includes(String(each.operator)) && below === node;
    if (each.type === 'ConditionalExpression' || each.type === 'IfStatement') return mentions(each.test, name);
    if (each.type === 'LogicalExpression') return mentions(each.left, name);
    if (each.type === 'CallExpression' || each.type === 'MemberExpression')
      return each.optional === true && below === node;
    return false;
  });
}

function mentions(node: unknown, name: string): boolean {
  if (Array.isArray(node)) return node.some((each) => mentions(each, name));
  if (!isNode(node)) return false;
  return (
    textOf(node, false) === name || Object.values(node).some((each) => typeof each === 'object' && mentions(each, name))
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function walk(node: Node, above: Node[], visit: (node: Node, above: Node[]) => void): void {
  visit(node, above);
  above.push(node);
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, above, visit);
  above.pop();
}
